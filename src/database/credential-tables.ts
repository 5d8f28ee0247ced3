/**
 * What lets whoever holds it into an account, and is quickly made anew. A backup cannot
 * know what was ended since: it holds no rows of these, and a restore leaves out those that an older one holds.
 */
export const tablesOfCredentials = ["web_session", "sign_in_code", "link_code", "owner_request"] as const;
