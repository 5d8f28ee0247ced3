import type { FailureSentences } from "../sentences.ts";

/** What is wrong with what was sent. */
export const requestFailures = {
  json_invalid: {
    message: "The request body is not valid JSON.",
    hint: "Send one JSON object with Content-Type: application/json.",
  },
  parameter_missing: ({ param }) => ({
    message: `Something is missing: ${fieldName(param)}.`,
    hint: "Send it together with the rest.",
  }),
  parameter_unknown: ({ param, subject }) => ({
    message: `There is no field ${param ?? "of this name"}.`,
    hint: subject ? `Did you mean ${subject}?` : "Send only the fields that this endpoint lists.",
  }),
  parameter_invalid: ({ param, subject }) => ({
    message: `This is not valid: ${fieldName(param)}.`,
    hint: fieldHint(param, subject),
  }),
  parameters_exclusive: {
    message: "The same receipt was named in two ways at once.",
    hint: "Send either the link or the reference, not both.",
  },
  reference_malformed: {
    message: "This does not have the form of a reference of this bank.",
    hint: "Copy the reference or the link exactly as it stands on the receipt or in the SMS.",
  },
  reference_not_ascii: ({ subject }) => ({
    message: `The reference holds a character that no reference has${subject ? `: “${subject}”` : ""}.`,
    hint: "It may only look like a Latin letter. Type the reference again with Latin letters and digits.",
  }),
  reference_ambiguous: ({ cause }) => {
    if (cause === undefined)
      return {
        message: "This could be a receipt of more than one bank.",
        hint: "Say which bank it is from.",
      };
    if (cause === "several receipts")
      return { message: "This text points to more than one receipt.", hint: "Send one receipt at a time." };
    return {
      message: "A letter in this picture can be read in more than one way.",
      hint: "Compare it with the receipt and send the right reference as text.",
    };
  },
  reference_not_found_in_text: ({ param }) =>
    param === "image"
      ? {
          message: "There is no receipt reference in this picture.",
          hint: "Send a photo of the whole receipt, or the reference as text.",
        }
      : {
          message: "There is no receipt reference in this text.",
          hint: "Send the reference, the receipt link or the whole SMS.",
        },
  receipt_url_untrusted: {
    message: "This link does not lead to the bank's own receipt page. It was not opened.",
    hint: "Anyone can make such a page. Ask for the reference, or for the link in the bank's own SMS.",
  },
  receipt_url_feedback_link: {
    message: "This is the bank's feedback link, not the receipt.",
    hint: "Send the receipt link or the reference from the same SMS.",
  },
  account_number_required: {
    message: "This receipt can only be found together with an account number.",
    hint: "Add the account number of the receiver or the payer, 8 to 20 digits.",
  },
  route_not_found: { message: "There is nothing at this address.", hint: "See /docs for what there is." },
  provider_not_offered: {
    message: "This bank is not offered here.",
    hint: "See /api/providers for those that are.",
  },
  method_not_allowed: ({ subject }) => ({
    message: "This address does not take this method.",
    hint: subject ? `Use ${subject}.` : "See /docs for the one it takes.",
  }),
  body_too_large: {
    message: "The request is too large.",
    hint: "Send less at once; see /docs for the limits.",
  },
  media_type_unsupported: {
    message: "This kind of content is not read here.",
    hint: "Send JSON with Content-Type: application/json, and a picture as multipart/form-data.",
  },
  request_in_progress: {
    message: "The same request is still being worked on.",
    hint: "Wait a moment, then ask again with the same Idempotency-Key.",
  },
  idempotency_key_reused: {
    message: "This Idempotency-Key was used before, for another request.",
    hint: "Use a new key for a new request.",
  },
  image_too_large: { message: "The picture is too large.", hint: "Send one of at most 8 MB." },
  image_type_unsupported: {
    message: "This kind of picture is not read here.",
    hint: "Send a JPEG, PNG, WebP or GIF. What an iPhone keeps as HEIC goes as a photo, not as a file.",
  },
  image_unreadable: {
    message: "The picture could not be read.",
    hint: "Take a sharper photo, or send the picture as a file.",
  },
  image_dimensions_too_large: {
    message: "The picture has too many pixels.",
    hint: "Send one of at most 8,000 pixels a side.",
  },
  qr_not_found: {
    message: "There is no QR code in this picture.",
    hint: "Send a photo with the whole QR code, sharp and from the front, or send the reference.",
  },
  qr_ambiguous: {
    message: "There are QR codes of several receipts in this picture.",
    hint: "Send one receipt per picture.",
  },
  qr_not_alpha: {
    message: "This QR code is not from a receipt of this bank.",
    hint: "Send the QR code that stands on the receipt, or send the reference.",
  },
  qr_untrusted_host: {
    message: "This QR code does not lead to the bank's own receipt page. It was not opened.",
    hint: "Anyone can make such a code. Ask for the reference in the bank's own SMS.",
  },
} satisfies Partial<FailureSentences>;

const fieldName = (param: string | undefined): string => {
  if (param === "accountNumber") return "the account number";
  if (param === "phone") return "the phone number";
  return param ? `the field ${param}` : "a field";
};

const fieldHint = (param: string | undefined, subject: string | undefined): string => {
  if (param === "accountNumber") return "An account number has 8 to 20 digits.";
  if (param === "phone") return "Give an Ethiopian mobile number, such as 0911 000000.";
  if (param === "provider") return subject ? `Did you mean ${subject}?` : "See /api/providers for the names.";
  return "See /docs for what this field takes.";
};
