/** What an address says of its picture: the words in the name of a file, such as `reversed png`, or of a drawing in the address itself. */
export const wordsOfPicture = (address: string): readonly string[] => {
  const drawing = /^\s{0,8}data:image\/svg\+xml([^,]{0,100}),/i.exec(address);
  if (drawing !== null)
    return textsOfMarkup(decodedIn(address.slice(drawing[0].length), drawing[1] ?? "").replace(sheets, " "));
  const path = address.slice(0, 1_000).replace(/[?#].*$/s, "");
  const file = path.slice(path.lastIndexOf("/") + 1);
  return /\.(?:png|jpe?g|gif|svg|webp)$/i.test(file) ? [file.replace(/[-_.+\d]/g, " ")] : [];
};

/** The text of a small document within an attribute, as a whole and between its tags. */
export const textsOfMarkup = (markup: string): readonly string[] => {
  const texts = markup.slice(0, lengthMax).split(/<[^<>]{0,1000}>/);
  return [texts.join(" "), ...texts];
};

const lengthMax = 20_000;

/** Style sheets of a drawing are no text. */
const sheets = /<style[^<]{0,20000}/gi;

const decodedIn = (data: string, kind: string): string => {
  if (/;\s*base64\s*$/i.test(kind)) return Buffer.from(data.slice(0, 2 * lengthMax), "base64").toString();
  try {
    return decodeURIComponent(data.slice(0, 3 * lengthMax));
  } catch {
    return data;
  }
};
