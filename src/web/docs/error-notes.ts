import type { FailureCode } from "../../core/failure.ts";

/** A request of which the answer is the error, tried by the tests against simulated banks. */
export type ErrorRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is sent. */
  readonly body?: string;
};

export type ErrorNote = {
  readonly cause: string;
  readonly remedy: string;
  /** How to see the error: a request that brings it, or words where no single request does. */
  readonly produce?: ErrorRequest | string | undefined;
};

const post = (path: string, body: unknown): ErrorRequest => ({
  method: "POST",
  path,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

const needsOperator = "It depends on the account, so no request of the sandbox brings it.";
const pictureNote = "Send such a picture to `POST /api/upload`.";

/** Why each error comes, and what a program does about it. What it says to a person is in the texts. */
export const errorNotes: Readonly<Record<FailureCode, ErrorNote>> = {
  json_invalid: {
    cause: "The body is empty, is cut off, or is not one JSON object. A member may stand in it twice.",
    remedy: "Let a JSON library write the body, and send it whole with `Content-Type: application/json`.",
    produce: post("/api/verify", '{"text":'),
  },
  parameter_missing: {
    cause: "A field that this request needs is not there. `error.param` names it.",
    remedy: "Send the field. The endpoint's page lists those that are required.",
    produce: post("/api/verify", {}),
  },
  parameter_unknown: {
    cause: "The body has a field that this endpoint does not take. `error.param` names it.",
    remedy: "Correct the name; `error.hint` often says which one was meant. Leave other fields out.",
    produce: post("/api/verify", { text: "hello", texts: "hello" }),
  },
  parameter_invalid: {
    cause:
      "A field has the wrong type, length or form. `error.param` names it, `error.errors` lists several.",
    remedy: "Compare the value with the endpoint's page. Nothing was asked and nothing counted.",
    produce: post("/api/verify", { text: 12 }),
  },
  parameters_exclusive: {
    cause: "A link and a reference were sent together, and they could be of two receipts.",
    remedy: "Send one of the two.",
    produce: post("/api/verify-theta", { url: "2KK2MDYG0Z-6A1B2C", reference: "2KK2MDYG0Z-6A1B2C" }),
  },
  reference_malformed: {
    cause: "The reference does not have the form of this provider's references.",
    remedy:
      "Compare it with the receipt. Where the provider is not sure, use `POST /api/verify`, which finds it.",
    produce: post("/api/verify-beta", { reference: "FT" }),
  },
  reference_not_ascii: {
    cause: "The reference holds a letter that only looks Latin, such as the Cyrillic К.",
    remedy: "Have it typed again. Such a letter is often a sign of a receipt that was made up.",
    produce: post("/api/verify-beta", { reference: "D\u041aF1AB2CD3" }),
  },
  reference_ambiguous: {
    cause:
      "The text holds several receipts, or a reference that fits several banks. `error.candidates` lists them.",
    remedy: "Let the user choose, and send the choice as `provider`, or to the endpoint of that provider.",
    produce: post("/api/verify", { text: "FT26319K4Q7Z" }),
  },
  reference_not_found_in_text: {
    cause: "Nothing in the text or picture has the form of a reference or of a receipt's link.",
    remedy: "Ask the user for the whole SMS, the link or the reference.",
    produce: post("/api/verify", { text: "hello" }),
  },
  receipt_url_untrusted: {
    cause: "The link's host is not the bank's. It was not opened.",
    remedy: "Do not open it either. Anybody can make a page that looks like a receipt.",
    produce: post("/api/verify-theta", { url: "https://bank.example/receipt/2KK2MDYG0Z-6A1B2C" }),
  },
  receipt_url_feedback_link: {
    cause: "The SMS of some banks has two links. This one leads to a survey.",
    remedy: "Send the other link, or the reference of the same SMS.",
    produce: "Send a link to the provider's host whose path begins with `/feedback` to eta or gamma.",
  },
  account_number_required: {
    cause: "This provider finds the receipt only together with digits of an account of one of its parties.",
    remedy: "Ask for the account number of the receiver, 8 to 20 digits, and send it as `accountNumber`.",
    produce: post("/api/verify-gamma", { reference: "FT26319SS1KP" }),
  },
  route_not_found: {
    cause: "There is no such address, or the thing that it names is not there.",
    remedy: "Compare the path with the list of endpoints.",
    produce: { method: "GET", path: "/api/nothing" },
  },
  provider_not_offered: {
    cause: "This installation does not ask this bank.",
    remedy: "Ask `GET /api/providers` which banks are offered.",
    produce: "Ask a provider that `GET /api/providers` lists under `not_offered`.",
  },
  method_not_allowed: {
    cause: "The path is right and the method is not.",
    remedy: "Use a method that the header `Allow` names.",
    produce: { method: "GET", path: "/api/verify" },
  },
  body_too_large: {
    cause: "A JSON body has more than 16 KiB, or a form is larger than a picture can be.",
    remedy: "Send at most 4,096 characters of text, and at most 50 receipts in a batch.",
    produce: "Send more than 16 KiB to `POST /api/verify`.",
  },
  media_type_unsupported: {
    cause: "The header `Content-Type` is missing, names another type, or the body is compressed.",
    remedy: "Send `Content-Type: application/json`, and pictures as `multipart/form-data`.",
    produce: {
      method: "POST",
      path: "/api/verify",
      headers: { "content-type": "text/plain" },
      body: "DKF1AB2CD3",
    },
  },
  request_in_progress: {
    cause: "A request with the same `Idempotency-Key` is still being answered.",
    remedy: "Wait as long as `Retry-After` says, and send the same request again.",
    produce: "Send a slow request of the sandbox (`slow`) twice at once under one `Idempotency-Key`.",
  },
  idempotency_key_reused: {
    cause: "The `Idempotency-Key` was used within 24 hours for another body or path.",
    remedy: "Make a new key for each new request. Keep it only when you repeat the very same one.",
    produce: "Send two different references under one `Idempotency-Key`.",
  },
  image_too_large: {
    cause: "The picture has more than 8 MiB.",
    remedy: "Send a smaller one. A sharp photo of 1,600 pixels is enough.",
    produce: pictureNote,
  },
  image_type_unsupported: {
    cause: "The file is no JPEG, PNG, WebP or GIF, whatever its name says.",
    remedy: "Convert it before. Phones convert HEIC when it is sent as a photo.",
    produce: pictureNote,
  },
  image_unreadable: {
    cause: "The picture is damaged.",
    remedy: "Send it again. Was it cut off on its way?",
    produce: pictureNote,
  },
  image_dimensions_too_large: {
    cause: "The picture has more than 8,000 pixels a side, or more than 25 megapixels.",
    remedy: "Scale it down before you send it.",
    produce: pictureNote,
  },
  qr_not_found: {
    cause: "The picture that went to an endpoint for codes holds no QR code.",
    remedy: "Take the photo from the front with the whole code, or send the reference.",
    produce: pictureNote,
  },
  qr_ambiguous: {
    cause: "The picture holds codes of several receipts.",
    remedy: "Send one receipt at a time.",
    produce: pictureNote,
  },
  qr_not_alpha: {
    cause: "The code is not one that stands on alpha's receipts.",
    remedy: "Use `POST /api/upload`, which takes the receipts of all banks.",
    produce: "Send another bank's code to `POST /api/upload-alpha`.",
  },
  qr_untrusted_host: {
    cause: "The QR code leads to a host that is not the bank's. It was not opened.",
    remedy: "Do not open it either. Ask for the reference in the bank's own SMS.",
    produce: pictureNote,
  },
  invalid_api_key: {
    cause: "The header `X-API-Key` holds no key that was ever made, or the request needs one and has none.",
    remedy: "Check that the whole key is sent. After too many bad keys the address must wait.",
    produce: { method: "GET", path: "/api/account" },
  },
  api_key_revoked: {
    cause: "Somebody revoked the key, or it was found where others could read it.",
    remedy: "Make a new key with `/key` in the bot, or in the dashboard.",
    produce: "Revoke a key of your own, and use it.",
  },
  api_key_expired: {
    cause: "The last day of the key has passed.",
    remedy: "Make a new key.",
    produce: "Make a key that expires, and use it a day later.",
  },
  api_key_in_url: {
    cause: "A key stands in the address or in `X-Request-Id`, which logs and proxies keep.",
    remedy: "Send it in the header `X-API-Key`. The key that was shown is revoked at once.",
    produce: { method: "GET", path: `/api/providers?key=drs_test_${"a".repeat(36)}` },
  },
  account_suspended: {
    cause: "The operator has suspended the account.",
    remedy: "Ask the operator.",
    produce: needsOperator,
  },
  balance_exhausted: {
    cause: "The balance is below the 5 ETB of a check.",
    remedy: "Top up: `GET /api/account/topup` says where to pay to.",
    produce: needsOperator,
  },
  daily_quota_exceeded: {
    cause:
      "Today's checks are used up, or today's tries to top up by receipt. A day ends at midnight in Addis Ababa.",
    remedy: "Wait until `error.reset_at`, or top up. Do not retry before.",
    produce: "Ask without a key six times in a day.",
  },
  rate_limited: {
    cause: "More than 600 requests in a minute, or too many look-ups or pictures that led to nothing.",
    remedy: "Wait as long as `Retry-After` says.",
    produce: "Send 601 requests within a minute.",
  },
  abnormal_usage: {
    cause: "Most of the references that were sent do not exist, as if somebody was guessing.",
    remedy: "Wait as long as `Retry-After` says, and send only references that a payer has shown you.",
    produce: "Ask for eleven receipts in a row that are not there.",
  },
  live_key_required: {
    cause: "A test key cannot pay, and cannot open the account to anybody.",
    remedy: "Use a live key.",
    produce: "Send `POST /api/account/link` with a test key.",
  },
  key_scope_missing: {
    cause: "The key was made without the scope that this request needs.",
    remedy: "Make a key with the scope: `verify`, `account:read` or `account:manage`.",
    produce: "Make a key with the scope `verify` alone, and ask `GET /api/account`.",
  },
  key_address_refused: {
    cause: "The key has a list of addresses, and the request came from another one.",
    remedy: "Ask from a listed address, or make a key for this one.",
    produce: "Make a key for another address, and use it.",
  },
  key_limit_reached: {
    cause: "The key has spent what it may spend in a day.",
    remedy: "Wait until `error.reset_at`, or use another key.",
    produce: needsOperator,
  },
  key_replaced: {
    cause: "A newer key stands in the place of this one. It still verifies, and manages nothing more.",
    remedy: "Use the new key.",
    produce: "Rotate a key, and make a link code with the old one.",
  },
  too_many_link_codes: {
    cause: "Five one-time codes wait to be used.",
    remedy: "Recall one with `DELETE /api/account/link/{id}`, or wait for ten minutes.",
    produce: "Make six link codes with a live key.",
  },
  topup_not_offered: {
    cause: "The operator takes no top-ups by receipt.",
    remedy: "Ask the operator how to pay.",
    produce: "Ask `GET /api/account/topup` where top-ups are not offered.",
  },
  receipt_not_creditable: {
    cause: "The receipt is real, and it does not pay one of the operator's accounts as a top-up must.",
    remedy: "`error.hint` says what is missing. Pay to an account that `GET /api/account/topup` shows.",
    produce: needsOperator,
  },
  receipt_already_credited: {
    cause: "The receipt was handed in before. A receipt is credited once.",
    remedy: "If you see no credit, ask the operator.",
    produce: needsOperator,
  },
  receipt_not_found: {
    cause:
      "The bank knows no such receipt. It may be too new, the reference or the second number may be wrong, or it was made up. `error.reason` says which is possible.",
    remedy:
      "Do not hand over the goods. When `error.retryable` is true the receipt is of today or yesterday: ask again in some minutes, which is free for half an hour.",
  },
  receipt_not_completed: {
    cause: "The receipt exists, and its status says that the payment was taken back or is still pending.",
    remedy:
      "Do not count on the money. `error.receipt_status` has the bank's word. A pending payment is retryable.",
  },
  receipt_mismatch: {
    cause: "The bank answered with another receipt, or with one of other accounts, than was asked for.",
    remedy: "Compare the reference and the account number with what the payer shows.",
  },
  provider_format_changed: {
    cause: "The bank's page cannot be read with certainty. The bank may have changed its layout.",
    remedy: "Open the receipt at the bank yourself. Repeating does not help; the operator hears of it.",
  },
  provider_error: {
    cause: "The bank answered with an error of its own, or its answer was cut off.",
    remedy: "Ask again after `Retry-After`, or in a minute.",
  },
  provider_tls_failure: {
    cause: "The bank's certificate is not valid, so nothing that it says is believed.",
    remedy: "Wait until the bank has mended it. The operator hears of it.",
    produce: "The simulated banks have no broken certificate.",
  },
  provider_blocked: {
    cause: "The bank refuses to answer this server.",
    remedy: "Open the receipt at the bank yourself. The operator hears of it.",
  },
  provider_unavailable: {
    cause: "The bank failed several times in a row, so it is left alone for a while.",
    remedy: "Wait as long as `Retry-After` says. `/status` shows how each bank answers.",
    produce: "Ask for a case with `provider_error` several times in a row.",
  },
  provider_timeout: {
    cause: "The bank did not answer in time: 15 seconds, alpha 30.",
    remedy: "Ask again in a minute. The first attempt costs nothing.",
  },
  overloaded: {
    cause: "Too many requests are under way here, or the server is being restarted.",
    remedy: "Wait as long as `Retry-After` says, and send the same request again.",
    produce: "It depends on what others ask at the moment.",
  },
  internal_error: {
    cause: "A bug of ours.",
    remedy: "Send the request again. Tell the operator the `request_id` if it happens twice.",
    produce: "No request is known that brings it.",
  },
};
