import { type BankLabel, placesOf } from "../support/bank.ts";
import * as bank from "../support/peers.ts";
import * as own from "../support/trial.ts";

/**
 * Everything that is known to go wrong between a person and a receipt, and what comes of it. `npm test` tries one row of
 * each number with one bank, `npm run test:full` each row with all that can have it, over real connections to the real
 * service.
 */

/** Whether the answer is counted or paid for. */
type Charge = "charged" | "free";

/**
 * What the bank's circuit breaker makes of it: `failure` opens it when many are, `answer` speaks for the bank, `neither`
 * says nothing of its health. `pause`: the bank named a time, and is not asked until then.
 */
type Breaker = "failure" | "answer" | "neither" | "pause";

/** `told`: status and code, or verdict. `requests`: how often the bank is asked for one receipt. */
export type UpstreamFault = readonly [
  name: string,
  peer: bank.Peer,
  told: string,
  charge: Charge,
  breaker: Breaker,
  requests: number | ((label: BankLabel) => number),
];

const changed = "502 provider_format_changed";

export const upstreamFaults: readonly UpstreamFault[] = [
  // Nobody gets through to the bank
  ["C1 refuses the connection", bank.refuses, "502 provider_error", "free", "failure", 0],
  ["C2 resets, twice", bank.resets, "502 provider_error", "free", "failure", 2],
  ["C2 resets once", bank.resetsOnce, "200 Verified", "charged", "answer", 2],
  ["C3 stays silent", bank.staysSilent, "504 provider_timeout", "free", "failure", 1],
  ["C4 drips byte by byte", bank.drips, "504 provider_timeout", "free", "failure", 1],
  ["C5 never shakes hands", bank.neverShakesHands, "504 provider_timeout", "free", "failure", 0],
  ["C6 has a name without an address", bank.hasNoAddress, "502 provider_error", "free", "failure", 0],
  ["C6 has an inner address", bank.isInsideTheNetwork, "502 provider_error", "free", "failure", 0],

  // A status in place of a receipt
  ["C7 500", bank.says(500), "502 provider_error", "free", "failure", 1],
  ["C7 502, twice", bank.says(502), "502 provider_error", "free", "failure", 2],
  ["C7 503, twice", bank.says(503), "502 provider_error", "free", "failure", 2],
  ["C7 504, twice", bank.says(504), "502 provider_error", "free", "failure", 2],
  ["C7 503 once", bank.isBusyOnce, "200 Verified", "charged", "answer", 2],
  ["C7 503 with a time", bank.says(503, { "Retry-After": "60" }), "502 provider_error", "free", "pause", 1],
  ["C8 429", bank.says(429), "503 provider_unavailable", "free", "failure", 1],
  ["C8 429 with a time", bank.wantsToBeAskedLess, "503 provider_unavailable", "free", "pause", 1],
  ["C9 403", bank.says(403), "502 provider_blocked", "free", "failure", 1],
  ["C9 451", bank.says(451), "502 provider_blocked", "free", "failure", 1],
  ["C9 401", bank.says(401), changed, "free", "neither", 1],
  ["C9 a captcha", bank.showsCaptcha, "502 provider_blocked", "free", "failure", 1],
  ["C9 a gate for countries", bank.refusesTheCountry, "502 provider_blocked", "free", "failure", 1],
  ["C9 maintenance", bank.sendsCase("maintenance"), changed, "free", "neither", 1],

  // Another kind of document
  ["C10 another bank's receipt", bank.sendsAnotherBanks, changed, "free", "neither", 1],
  ["C10 bytes of no kind", bank.sendsNoise, changed, "free", "neither", 1],
  ["C10 204", bank.says(204), changed, "free", "neither", 1],
  ["C10 malformed JSON", bank.sendsBadJson, changed, "free", "neither", 1],
  ["C10 JSON 10,000 deep", bank.sendsDeepJson, changed, "free", "neither", 1],
  ["C10 HTML 20,000 deep", bank.sendsDeepHtml, changed, "free", "neither", 1],

  // Cut on the way
  ["C11 shorter than its length", bank.isShort, "502 provider_error", "free", "failure", 1],
  ["C11 nothing", bank.sendsNothing, "502 provider_error", "free", "failure", 1],
  ["C12 ended by the connection", bank.endsWithTheConnection, "502 provider_error", "free", "failure", 1],
  ["C12 without its last chunk", bank.lacksItsLastChunk, "502 provider_error", "free", "failure", 1],
  ["C12 ten bytes short", bank.lacksItsEnd, "502 provider_error", "free", "failure", 1],
  ["C13 cut gzip", bank.isCutIn("gzip"), "502 provider_error", "free", "failure", 1],
  ["C13 cut deflate", bank.isCutIn("deflate"), "502 provider_error", "free", "failure", 1],
  ["C13 cut brotli", bank.isCutIn("br"), "502 provider_error", "free", "failure", 1],

  // More than anybody reads
  ["C14 a gzip bomb", bank.bombIn("gzip"), "502 provider_error", "free", "neither", 1],
  ["C14 a deflate bomb", bank.bombIn("deflate"), "502 provider_error", "free", "neither", 1],
  ["C14 a brotli bomb", bank.bombIn("br"), "502 provider_error", "free", "neither", 1],
  ["C15 300 MiB", bank.isHuge, "502 provider_error", "free", "neither", 1],
  ["C15 bytes without end", bank.neverEnds, "502 provider_error", "free", "neither", 1],
  ["C16 a header of 200 kB", bank.hasAHugeHeader, "502 provider_error", "free", "neither", 1],
  ["C17 two lengths", bank.hasTwoLengths, "502 provider_error", "free", "neither", 1],
  ["C17 no HTTP at all", bank.speaksNoHttp, "502 provider_error", "free", "neither", 1],
  ["C17 an unknown packing", bank.packsAsNobodyAsked, changed, "free", "neither", 1],

  // Away from the bank
  ["C18 redirects elsewhere", bank.sendsElsewhere, "502 provider_error", "free", "failure", 1],
  ["C18 redirects to itself", bank.sendsRound, "502 provider_error", "free", "failure", 1],
  ["C18 redirects to a file", bank.sendsToAFile, "502 provider_error", "free", "failure", 1],

  // Certificates
  ["C19 signed by itself", bank.signsItself, "502 provider_tls_failure", "free", "failure", 0],
  ["C19 of an unknown authority", bank.hasUnknownAuthority, "502 provider_tls_failure", "free", "failure", 0],
  ["C19 of another host", bank.isAnotherHost, "502 provider_tls_failure", "free", "failure", 0],
  ["C19 expired", bank.hasExpired, "502 provider_tls_failure", "free", "failure", 0],
  ["C19 TLS 1.1", bank.speaksOldTls, "502 provider_tls_failure", "free", "failure", 0],
  ["C20 its intermediate is configured", bank.lacksItsIntermediate, "200 Verified", "charged", "answer", 1],

  // A receipt that breaks its contract
  ["C21 a label renamed", bank.sendsCase("format-changed"), changed, "free", "neither", 1],
  ["C21 a wrong total", bank.sendsCase("total-wrong"), changed, "free", "neither", 1],
  ["C21 nothing transferred", bank.sendsCase("zero-amount"), changed, "free", "neither", 1],
  ["C21 an impossible day", bank.sendsCase("date-impossible"), changed, "free", "neither", 1],
  ["C22 a label printed twice", bank.sendsCase("label-twice"), changed, "free", "neither", 1],
  [
    "C23 another reference",
    bank.sendsCase("mismatch-reference"),
    "422 receipt_mismatch",
    "charged",
    "answer",
    1,
  ],
  ["C23 another account", bank.sendsCase("mismatch-account"), "422 receipt_mismatch", "charged", "answer", 1],
  ["C24 pending", bank.sendsCase("pending"), "422 receipt_not_completed", "charged", "answer", 1],
  ["C24 reversed", bank.sendsCase("reversed"), "422 receipt_not_completed", "charged", "answer", 1],
  ["C24 an unknown status", bank.sendsCase("status-unknown"), changed, "free", "neither", 1],
  ["C25 not found", bank.sendsCase("not-found"), "404 receipt_not_found", "charged", "answer", placesOf],
  [
    "C25 not found in unknown words",
    bank.sendsCase("not-found-unknown-words"),
    changed,
    "free",
    "neither",
    1,
  ],

  // Encodings and PDFs
  ["C26 UTF-8 with its mark", bank.marksItsBytes, "200 Verified", "charged", "answer", 1],
  ["C26 UTF-16", bank.writesUtf16, "200 Verified", "charged", "answer", 1],
  ["C26 a wrong content type", bank.namesAnotherType, "200 Verified", "charged", "answer", 1],
  ["C26 an unknown charset", bank.namesAnUnknownCharset, changed, "free", "neither", 1],
  ["C27 a PDF without objects", bank.sendsAnEmptyPdf, changed, "free", "neither", 1],
  ["C27 a PDF under a password", bank.sendsALockedPdf, changed, "free", "neither", 1],
  ["C28 another receipt under 503, then it", bank.changesItsMind, "200 Verified", "charged", "answer", 2],
];

/**
 * A fault of our own: what a paying customer is told while it lasts, and of the question asked again. `charges`: for
 * both.
 */
export type OwnFault = readonly [
  name: string,
  trial: own.Trial,
  meanwhile: string,
  afterwards: string,
  charges: number,
];

export const ownFaults: readonly OwnFault[] = [
  ["C31 it is killed", own.isKilled, "no reply", "200 Verified", 1],
  ["C32 its disk is full", own.hasAFullDisk, "503 overloaded", "200 Verified", 1],
  ["C33 another program locks its database", own.isLockedOut, "503 overloaded", "200 Verified", 1],
  ["C34 its Redis dies", own.losesItsRedis, "200 Verified", "200 Verified", 2],
  ["C35 its PostgreSQL is away", own.losesItsPostgres, "503 overloaded", "200 Verified", 1],
  ["C36 its clock is a day ahead, then right", own.hasAJumpingClock, "200 Verified", "200 Verified", 2],
  ["C37 it is told to stop", own.isToldToStop, "200 Verified", "200 Verified", 1],
  ["C38 its caller hangs up", own.isHungUpOn, "no reply", "200 Verified", 1],
  ["C39 it stands still for two seconds", own.standsStill, "200 Verified", "200 Verified", 1],
  ["C40 Telegram is away", own.losesTelegram, "200 Verified", "200 Verified", 2],
];
