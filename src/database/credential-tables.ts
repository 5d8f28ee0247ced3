/**
 * What lets whoever holds it into an account, and is quickly made anew. A backup knows nothing of what was ended since: it is
 * restored without these.
 */
export const tablesOfCredentials = ["web_session", "sign_in_code", "link_code", "owner_request"] as const;
