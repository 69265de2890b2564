// The house says only what has changed since the last answer: copies of what is known, and new words between them. See
// pages/difference.py, which takes it apart.

const DIFFERENCE = "application/vnd.roundhouse.difference+json";
const KEPT = 4;                // several answers may be under way, told from what was there when each was asked for
const had = { now: new Map(), spots: new Map() };      // mark -> words, the latest last

const cut = (text) => (text ? text.split(/(?=[< ])/) : []);

/** What to send with a question, so that only what is new comes back. */
export const have = (what) => ({ Have: [...had[what].keys()].at(-1) ?? "none" });

/** The whole of an answer, whichever way it was told. */
export function whole(what, kind, answer) {
  if (!kind?.startsWith(DIFFERENCE)) return answer;
  const [mark, from, ...parts] = JSON.parse(answer);
  const words = from ? [...had[what].get(from)] : [];
  const first = words.length;
  let end = 0;
  for (let n = 0; n < parts.length; n += 1) {
    if (typeof parts[n] === "string") for (const word of cut(parts[n])) words.push(word);
    else {
      const start = end + parts[n];
      n += 1;
      end = start + parts[n];
      for (let k = start; k < end; k += 1) words.push(words[k]);
    }
  }
  const fresh = words.slice(first);
  had[what].delete(mark);
  had[what].set(mark, fresh);
  if (had[what].size > KEPT) had[what].delete(had[what].keys().next().value);
  return fresh.join("");
}

/** Asks for a text, of which this page may know an earlier one. */
export async function ask(what, address) {
  const answer = await fetch(address, { headers: have(what) });
  return answer.ok ? whole(what, answer.headers.get("content-type"), await answer.text()) : null;
}
