/** What is said of an album, and of files. */
export const albums = {
  albumTitle: (pictures: number) => `This album: ${pictures} photos`,
  albumSum: (receipts: number, amount: string) => `✅ together: ${receipts} receipts, ${amount}`,
  albumSame: (picture: number) => `the same receipt as photo ${picture}`,
  albumAnswered: "answered above",
  albumComing: "Adding the album up …",
  readFromFileName: "I read this from the file's name.",
};
