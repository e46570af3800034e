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

// Buttons that save a drawing as a file of its own, with its colours in it: a file knows nothing of the page.
function saves(drawing, nameOf) {
  const button = (kind) => {
    const made = el("button", { type: "button" }, `Save as ${kind.toUpperCase()}`);
    made.addEventListener("click", async () => {
      const svg = drawing();
      el("a", { href: await ({ svg: svgFile, png: pngFile })[kind](svg), download: `${nameOf(svg)}.${kind}` }).click();
    });
    return made;
  };
  return el("p", { className: "saves" }, button("svg"), button("png"));
}

function svgFile(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal, copy = svg.cloneNode(true), size = 1600; // as wide as a slide
  for (const [name, value] of Object.entries({ xmlns: SVG, width: size, height: size * height / width })) copy.setAttribute(name, value);
  copy.prepend(element("rect", { x, y, width, height, fill: "var(--card)" }));
  const root = document.documentElement, isLight = root.classList.contains("projection");
  root.classList.add("projection"); // on paper and slides, the light colours
  const colours = getComputedStyle(svg);
  const text = copy.outerHTML.replace(/var\((--[a-z0-9-]+)(?:, [^)]*)?\)/g, (_, name) => colours.getPropertyValue(name));
  root.classList.toggle("projection", isLight);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

async function pngFile(svg) {
  const image = new Image();
  image.src = svgFile(svg);
  await image.decode();
  const canvas = el("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
