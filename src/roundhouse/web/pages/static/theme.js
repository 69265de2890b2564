// Set before the page is drawn, so that nobody is dazzled: daylight or lamp-light, as this browser was last told.
const wanted = localStorage.getItem("theme");
if (wanted) document.documentElement.dataset.theme = wanted;
