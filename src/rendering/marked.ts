import { concat, type RichText } from "./rich-text.ts";

/** What is said, and the mark that stands before it. */
export type Marked = { readonly mark: string; readonly said: RichText };

/** As a chat shows it. */
export const withMark = ({ mark, said }: Marked): RichText => concat(`${mark} `, said);
