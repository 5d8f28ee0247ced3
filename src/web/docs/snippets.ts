/** The programs that the quick start shows. The tests run each of them as it stands. */

export const snippetLanguages = ["curl", "typescript", "python", "php"] as const;

export type SnippetLanguage = (typeof snippetLanguages)[number];

export const snippetNames = {
  curl: "curl",
  typescript: "TypeScript",
  python: "Python",
  php: "PHP",
} as const satisfies Record<SnippetLanguage, string>;

type SnippetFacts = {
  /** The service's own address. */
  readonly base: string;
  /** References of beta in the sandbox: one that is verified, and one that there is not. */
  readonly verified: string;
  readonly notFound: string;
  /** Whether the programs send a key; simulated banks answer without one. */
  readonly needsKey: boolean;
};

/** A program that verifies one receipt, and is told of an error. The key comes from the environment. */
export const snippetOf: Readonly<Record<SnippetLanguage, (facts: SnippetFacts) => string>> = {
  curl: ({ base, verified, notFound, needsKey }) => `# A receipt that is real.
curl -s ${base}/api/verify-beta \\${needsKey ? `\n  -H "X-API-Key: $DERESEGN_KEY" \\` : ""}
  -H 'Content-Type: application/json' \\
  -d '{"reference":"${verified}"}'

# One that the bank does not know.
curl -s ${base}/api/verify-beta \\${needsKey ? `\n  -H "X-API-Key: $DERESEGN_KEY" \\` : ""}
  -H 'Content-Type: application/json' \\
  -d '{"reference":"${notFound}"}'
`,

  typescript: ({
    base,
    verified,
    notFound,
    needsKey,
  }) => `${needsKey ? `import { env } from "node:process";\n` : ""}import { createClient } from "deresegn/client";

const deresegn = createClient({
  baseUrl: "${base}",${needsKey ? "\n  apiKey: env.DERESEGN_KEY," : ""}
});

for (const reference of ["${verified}", "${notFound}"]) {
  const answer = await deresegn.verify("beta", { reference });
  if (answer.ok) {
    const { transferred_amount, receiver_name } = answer.data;
    console.log(\`Real: \${transferred_amount} to \${receiver_name}\`);
  } else {
    console.log(\`\${answer.error.code}: \${answer.error.message}\`);
  }
}
`,

  python: ({
    base,
    verified,
    notFound,
    needsKey,
  }) => `import json, ${needsKey ? "os, " : ""}urllib.error, urllib.request


def verify(reference):
    request = urllib.request.Request(
        "${base}/api/verify-beta",
        data=json.dumps({"reference": reference}).encode(),
        headers={
            "Content-Type": "application/json",${needsKey ? `\n            "X-API-Key": os.environ["DERESEGN_KEY"],` : ""}
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as reply:
        return json.load(reply)  # an error has a body, too


for reference in ["${verified}", "${notFound}"]:
    answer = verify(reference)
    if answer["status"] == "success":
        data = answer["data"]
        print(f"Real: {data['transferred_amount']} to {data['receiver_name']}")
    else:
        print(f"{answer['error']['code']}: {answer['error']['message']}")
`,

  php: ({ base, verified, notFound, needsKey }) => `<?php
function verify(string $reference): array {
    $context = stream_context_create(["http" => [
        "method" => "POST",
        "header" => [
            "Content-Type: application/json",${needsKey ? `\n            "X-API-Key: " . getenv("DERESEGN_KEY"),` : ""}
        ],
        "content" => json_encode(["reference" => $reference]),
        "ignore_errors" => true, // an error has a body, too
        "timeout" => 60,
    ]]);
    return json_decode(file_get_contents("${base}/api/verify-beta", false, $context), true);
}

foreach (["${verified}", "${notFound}"] as $reference) {
    $answer = verify($reference);
    if ($answer["status"] === "success") {
        $data = $answer["data"];
        echo "Real: {$data['transferred_amount']} to {$data['receiver_name']}\\n";
    } else {
        echo "{$answer['error']['code']}: {$answer['error']['message']}\\n";
    }
}
`,
};

/** What the programs print, where curl prints the whole answers. */
export const snippetOutput = (facts: {
  readonly amount: string;
  readonly receiver: string;
  readonly code: string;
  readonly message: string;
}): string => `Real: ${facts.amount} to ${facts.receiver}\n${facts.code}: ${facts.message}\n`;
