/** What is said of an album, and of files. */
export const albums = {
  albumTitle: (pictures: number) => `This album: ${pictures} pictures`,
  albumSum: (receipts: number, amount: string) => `✅ together: ${receipts} receipts, ${amount}`,
  albumSame: (picture: number) => `the same receipt as picture ${picture}`,
  albumAnswered: "answered above",
  albumComing: "Adding the album up …",
  readFromFileName: "Read from the file's name. Is it this receipt?",
};
