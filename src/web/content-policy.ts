import { securityHeaders } from "../http/browser-safety.ts";

/** What a page may load: its own files, and pictures that its own scripts have made. */
export const contentPolicy = (): string => policyOf([]);

/** The same for the page that Telegram shows within its own. */
export const framedPolicy = (): string => policyOf(["https://web.telegram.org"]);

const policyOf = (framedBy: readonly string[]): string => {
  const self = ["'self'"];
  const { contentSecurityPolicy } = securityHeaders({
    // Another header's affair.
    isHttps: false,
    more: {
      scriptSrc: self,
      styleSrc: self,
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: self,
      connectSrc: self,
      formAction: self,
      manifestSrc: self,
      ...(framedBy.length > 0 && { frameAncestors: framedBy }),
    },
  });
  const { directives = {} } = typeof contentSecurityPolicy === "object" ? contentSecurityPolicy : {};
  return Object.entries(directives)
    .map(([name, values]) => `${kebab(name)} ${[values].flat().join(" ")}`)
    .join(";");
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
