/** What the form sends along with every question, such as a session where there are no cookies. */
let headers: Readonly<Record<string, string>> = {};

export const requestHeaders = (): Readonly<Record<string, string>> => headers;

export const sendAlso = (more: Readonly<Record<string, string>>): void => {
  headers = { ...headers, ...more };
};
