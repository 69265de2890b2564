// How far one has come in each lesson: kept in this browser and nowhere else. Links to a lesson lead to that step.

const KEY = "lesson:";
const table = document.getElementById("table");
if (table?.dataset.lesson) localStorage.setItem(KEY + table.dataset.lesson, table.dataset.step);

for (const link of document.querySelectorAll("a[data-lesson]")) {
  const step = localStorage.getItem(KEY + link.dataset.lesson);
  if (!step) continue;
  const unseen = link.querySelector(".unseen");
  const done = step === "done" || Number(step) > Number(link.dataset.steps);
  if (!done && Number(step) > 1) {
    link.firstChild.textContent = `Go on learning (step ${step} of ${link.dataset.steps})`;
    link.href = link.href.replace(/\/\d+$/, `/${Number(step)}`);
  } else if (done) link.firstChild.textContent = "Learn again";
  if (unseen) link.append(unseen);
}
