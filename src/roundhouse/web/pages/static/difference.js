// The house says only what has changed since the last answer: copies of what is known, and new words between them. See
// pages/difference.py, which takes it apart.

const DIFFERENCE = "application/vnd.roundhouse.difference+json";
const ASIDE = 2;               // words: so short a copy is a step aside
const KEPT = 4;                // several answers may be under way, told from what was there when each was asked for
const had = new Map();         // mark -> words, the latest last

const cut = (text) => (text ? text.split(/(?=[< ])/) : []);

/** What to send with a question, so that only what is new comes back. */
export const have = () => ({ Have: [...had.keys()].at(-1) ?? "none" });

/** The whole of an answer, whichever way it was told. */
export function whole(kind, answer) {
  if (!kind?.startsWith(DIFFERENCE)) return answer;
  const head = answer.indexOf("\n");
  const [mark, from, ...numbers] = JSON.parse(answer.slice(0, head));
  const fresh = cut(answer.slice(head + 1));
  const words = from ? [...had.get(from)] : [];
  const first = words.length;
  let used = 0;
  let beside = 0;              // where one reads along
  for (let n = 0; n < numbers.length; n += 3) {
    const [some, skip, count] = numbers.slice(n, n + 3);
    for (let k = 0; k < some; k += 1) words.push(fresh[used++]);
    const start = beside + some + skip;
    for (let k = 0; k < count; k += 1) words.push(words[start + k]);
    beside = (count <= ASIDE ? beside + some : start) + count;
  }
  const made = words.slice(first);
  had.delete(mark);
  had.set(mark, made);
  if (had.size > KEPT) had.delete(had.keys().next().value);
  return made.join("");
}

/** Asks for a whole answer and shows nothing of it, so that from then on only what is new need be told. */
export async function learnWhole(address) {
  const answer = await fetch(address, { headers: have() });
  if (answer.ok) whole(answer.headers.get("content-type"), await answer.text());
}
