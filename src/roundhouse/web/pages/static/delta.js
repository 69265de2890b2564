// The house says only what has changed since the last answer: copies of what is known, and new words between them. See
// pages/table/delta.py, which takes it apart.

const DIFFERENCE = "application/vnd.roundhouse.difference+json";
const ASIDE = 2;               // pieces: so short a copy is a step aside
const KEPT = 4;                // several answers may be under way, told from what was there when each was asked for
const had = new Map();         // mark -> text, the latest last

const cut = (text, cuts) => (text ? text.split(cuts === "<" ? /(?=<)/ : /(?=[< ])/) : []);

/** What to send with a question, so that only what is new comes back. */
export const have = () => ({ Have: [...had.keys()].at(-1) ?? "none" });

/** The whole of an answer, whichever way it was told; null if it is to be asked for again, from nothing. */
export function whole(kind, answer) {
  const made = kind?.startsWith(DIFFERENCE) ? rebuilt(answer) : answer;
  if (made === null) had.clear();
  return made;
}

/** The whole of a difference; null if it was told from what this page does not have. */
export function rebuilt(told) {
  const head = told.indexOf("\n");
  const [mark, from, cuts, ...numbers] = JSON.parse(told.slice(0, head));
  if (from && !had.has(from)) return null;
  const fresh = cut(told.slice(head + 1), cuts);
  const pieces = from ? cut(had.get(from), cuts) : [];
  const first = pieces.length;
  let used = 0;
  let beside = 0;              // where one reads along
  for (let n = 0; n < numbers.length; n += 3) {
    const [some, skip, count] = numbers.slice(n, n + 3);
    for (let k = 0; k < some; k += 1) pieces.push(fresh[used++]);
    const start = beside + some + skip;
    for (let k = 0; k < count; k += 1) pieces.push(pieces[start + k]);
    beside = (count <= ASIDE ? beside + some : start) + count;
  }
  const made = pieces.slice(first).join("");
  had.delete(mark);
  had.set(mark, made);
  if (had.size > KEPT) had.delete(had.keys().next().value);
  return made;
}

/** Asks for a text, of which this page may know an earlier one; null if there is none. */
export async function ask(address) {
  const answer = await fetch(address, { headers: have() }).catch(() => null);
  if (!answer?.ok) return null;
  return whole(answer.headers.get("content-type"), await answer.text()) ?? ask(address);
}
