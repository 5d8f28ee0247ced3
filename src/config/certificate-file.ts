import { X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import { z } from "zod";
import { readAtMost, settingsBytesMax } from "./read-file.ts";

/** The path of a PEM file with one or more certificates; comes out as what it holds. */
export const certificateFile = z.string().transform((value, context) => {
  const path = resolve(value);
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  try {
    const pem = readAtMost(path, settingsBytesMax)?.toString("utf8") ?? "";
    const certificates = pem
      .split(/(?=-----BEGIN CERTIFICATE-----)/)
      .filter((part) => part.startsWith("-----"));
    for (const certificate of certificates) new X509Certificate(certificate);
    return certificates.length > 0 ? pem : refuse(`${path} holds no certificate in PEM`);
  } catch (error) {
    if (error instanceof Error && "syscall" in error && "code" in error)
      return refuse(`${path} cannot be read (${String(error.code)})`);
    return refuse(`${path} holds a certificate that cannot be read; it must be in PEM`);
  }
});
