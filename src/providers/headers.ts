/** Some hosts refuse clients whose name does not have a browser's form; ours has that form and still says who asks. */
export const browserHeaders = {
  "user-agent": "Mozilla/5.0 (compatible; Deresegn/1.0; receipt verification)",
};
