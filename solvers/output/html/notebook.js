// In the frame of a notebook the page has no address: its links would leave it.

function notebook() {
  if (location.protocol !== "about:") return;
  document.getElementById("link")?.remove();
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    document.querySelector(link.getAttribute("href"))?.scrollIntoView();
  });
}
