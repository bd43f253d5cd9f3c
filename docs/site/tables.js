// Tables that are wider than the page become lists, with the name of the column before each cell.
function fitTables() {
  for (const table of document.querySelectorAll(".md-typeset table:not([class])")) {
    delete table.dataset.stacked;
    if (table.scrollWidth <= table.closest("article").clientWidth) continue;
    const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
    for (const row of table.tBodies[0].rows)
      [...row.cells].forEach((cell, column) => (cell.dataset.column = names[column] || ""));
    table.dataset.stacked = "";
  }
}
window.addEventListener("load", fitTables);
window.addEventListener("resize", fitTables);
