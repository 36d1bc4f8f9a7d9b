// Tables that are wider than the window scroll sideways: the keyboard can reach those, too. The theme wraps them after the page is read.

function reachable() {
  const names = new Set();
  for (const scroller of document.querySelectorAll(".md-typeset__scrollwrap")) {
    const scrolls = scroller.scrollWidth > scroller.clientWidth;
    if (!scrolls) {
      for (const attribute of ["tabindex", "role", "aria-label"]) scroller.removeAttribute(attribute);
      continue;
    }
    let before = scroller.previousElementSibling;
    while (before && !/^H[1-6]$/.test(before.tagName)) before = before.previousElementSibling;
    const heading = before?.firstChild?.textContent?.trim();
    const plain = heading ? `Table: ${heading}` : "Table";
    let name = plain;
    for (let number = 2; names.has(name); number++) name = `${plain}, ${number}`;
    names.add(name);
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "region");
    scroller.setAttribute("aria-label", name);
  }
}

new MutationObserver(reachable).observe(document.documentElement, { childList: true, subtree: true });
addEventListener("resize", reachable);
