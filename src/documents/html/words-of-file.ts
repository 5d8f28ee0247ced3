/** The words in the name of a picture's file, such as `reversed png`; undefined where the address names none. */
export const wordsOfFile = (address: string): string | undefined => {
  const path = address.slice(0, 1_000).replace(/[?#].*$/s, "");
  const file = path.slice(path.lastIndexOf("/") + 1);
  return /\.(?:png|jpe?g|gif|svg|webp)$/i.test(file) ? file.replace(/[-_.+\d]/g, " ") : undefined;
};
