import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

/** A certificate with its key, made for one test run: X.509 version 3, P-256, SHA-256. */
export type Certificate = {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly subject: string;
  readonly key: KeyObject;
};

type Wanted = {
  readonly subject: string;
  /** DNS names and IPv4 addresses that it is for. */
  readonly names?: readonly string[];
  /** Left out: it signs itself. */
  readonly issuer?: Certificate;
  readonly isAuthority?: boolean;
  readonly from?: Date;
  readonly until?: Date;
};

const dayMs = 24 * 3600 * 1000;

export const issueCertificate = ({
  subject,
  names = [],
  issuer,
  isAuthority = false,
  from = new Date(Date.now() - dayMs),
  until = new Date(Date.now() + dayMs),
}: Wanted): Certificate => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const extensions = [
    ...(isAuthority ? [extension(oid.basicConstraints, sequence(boolean(true)), true)] : []),
    ...(names.length === 0
      ? []
      : [extension(oid.subjectAltName, sequence(...names.map(generalName)), false)]),
  ];
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name(issuer?.subject ?? subject),
    sequence(utcTime(from), utcTime(until)),
    name(subject),
    spki,
    ...(extensions.length === 0 ? [] : [tlv(0xa3, sequence(...extensions))]),
  );
  const signature = sign("sha256", body, issuer?.key ?? key);
  const der = sequence(body, ecdsaWithSha256, bitString(signature));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    certificatePem: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    keyPem: key.export({ type: "pkcs8", format: "pem" }).toString(),
    subject,
    key,
  };
};

const tlv = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};

const sequence = (...items: Buffer[]): Buffer => tlv(0x30, ...items);
const boolean = (value: boolean): Buffer => tlv(0x01, Buffer.from([value ? 0xff : 0]));
const bitString = (bytes: Buffer): Buffer => tlv(0x03, Buffer.from([0]), bytes);
const utcTime = (at: Date): Buffer =>
  tlv(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

const oid = {
  commonName: Buffer.from("0603550403", "hex"),
  basicConstraints: Buffer.from("0603551d13", "hex"),
  subjectAltName: Buffer.from("0603551d11", "hex"),
};
const ecdsaWithSha256 = sequence(Buffer.from("06082a8648ce3d040302", "hex"));

const name = (commonName: string): Buffer =>
  sequence(tlv(0x31, sequence(oid.commonName, tlv(0x0c, Buffer.from(commonName)))));

const extension = (id: Buffer, value: Buffer, isCritical: boolean): Buffer =>
  sequence(id, ...(isCritical ? [boolean(true)] : []), tlv(0x04, value));

const generalName = (text: string): Buffer =>
  isIP(text) === 4 ? tlv(0x87, Buffer.from(text.split(".").map(Number))) : tlv(0x82, Buffer.from(text));
