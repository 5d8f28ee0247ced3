/** @param {Record<string, unknown>} properties of the element, set as they are: text as `textContent`. */
export const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

export const part = (id) => document.getElementById(id);
