// Drawings, and the data of the page: everything shown comes from the JSON in queens-data.

const SVG = "http://www.w3.org/2000/svg";
const data = JSON.parse(document.getElementById("queens-data").textContent);

const element = (name, attributes = {}, text = "") => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
};

const HUES = 8;
const hue = (number) => `var(--hue-${number % HUES})`;

// The page's elements: el("td", {className: "number"}, "92", ...).
function el(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
