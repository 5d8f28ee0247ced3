/** What is said of an album, and of files. */
export const albums = {
  albumTitle: (pictures: number) => `This album: ${pictures} ${pictures === 1 ? "photo" : "photos"}`,
  albumSum: (receipts: number, amount: string) => `✅ together: ${receipts} receipts, ${amount}`,
  albumClaim: (claimed: string, received: string, isRead: boolean) =>
    `${isRead ? "⚠️" : "❓"} The message says ${claimed}. The receipts that could be read come to ${received}.`,
  albumSame: (picture: number) => `the same receipt as photo ${picture}`,
  albumAnswered: "answered above",
  albumComing: "Adding the album up …",
  readFromFileName: "I read this from the file's name.",
};
