/** The words in the name of a picture's file, such as `reversed stamp`; undefined where the address names none. */
export const wordsOfFile = (address: string): string | undefined => {
  const path = address.slice(0, 1_000).replace(/[?#].*$/s, "");
  const file = path.slice(path.lastIndexOf("/") + 1);
  const [, name] = /^(.+)\.(?:png|jpe?g|gif|svg|webp)$/i.exec(file) ?? [];
  return name?.replace(/[-_.+\d]/g, " ");
};
