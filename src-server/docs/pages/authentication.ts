import {
  ENROLMENT_SCOPE,
  enrolmentMeaning,
  scopeMeanings,
  type Scope,
} from '../../../shared/contract/scopes.ts';
import { TokenRequest, TokenResponse } from '../../../shared/contract/token.ts';
import { tokenErrorCodes } from '../../examples/errors.ts';
import { tokenResponse } from '../../examples/identity.ts';
import { fieldList, schemaFields } from '../field-list.ts';
import { codeBlock } from '../highlight.ts';
import { codeRow, html, htmlTable, prose, tableRow, type Html } from '../html.ts';
import { jsonText } from '../json.ts';
import { languageBlocks, type SampleLanguage } from '../samples.ts';
import { inWords } from '../schedule-in-words.ts';
import { tokenLimits, type DocumentedServer } from '../openapi.ts';
import { errorLinks } from './operation-section.ts';

/** What an integration does, and the scopes to ask the organiser for. */
const tasks: readonly (readonly [task: string, scopes: readonly Scope[]])[] = [
  ['Show events and what is on sale', ['events:read']],
  [
    'Keep a CRM in step',
    ['contacts:read', 'contacts:write', 'events:read', 'orders:read', 'tickets:read'],
  ],
  ['Report sales and attendance', ['events:read', 'orders:read', 'tickets:read', 'scans:read']],
  ['Sell tickets elsewhere', ['events:read', 'orders:read', 'orders:write', 'tickets:read']],
  [
    'Check people in with an app of your own',
    ['events:read', 'tickets:read', 'scans:read', 'scans:write'],
  ],
  ['Be told of changes at once', ['webhooks:write', 'scans:read', 'orders:read', 'tickets:read']],
];

/** Like the other samples with what the environment holds: here the client's id and secret. */
const samples: ReadonlyMap<SampleLanguage, string> = new Map([
  [
    'curl',
    `curl "$AUTH_URL/oauth/token" \\
  -d grant_type=client_credentials \\
  -d "client_id=$CLIENT_ID" \\
  -d "client_secret=$CLIENT_SECRET"`,
  ],
  [
    'javascript',
    `const response = await fetch(\`\${process.env.AUTH_URL}/oauth/token\`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: process.env.CLIENT_ID,
    client_secret: process.env.CLIENT_SECRET,
  }),
});
console.log(response.status, await response.json());`,
  ],
  [
    'python',
    `import os
import requests

response = requests.post(
    f"{os.environ['AUTH_URL']}/oauth/token",
    data={
        "grant_type": "client_credentials",
        "client_id": os.environ["CLIENT_ID"],
        "client_secret": os.environ["CLIENT_SECRET"],
    },
)
print(response.status_code, response.json())`,
  ],
]);

/** How a client gets a token, and what it may do with it. */
export function authentication({ tokenTtlSeconds }: DocumentedServer): Html {
  const codes = tokenErrorCodes;
  return html`<p class="lead">
      A client exchanges its id and secret for a token, and sends the token with every request.
    </p>
    <section class="operation" aria-labelledby="issueToken">
      <div class="text">
        <h2
          id="issueToken"
          data-kind="operation"
          data-name="Get an access token"
          data-about="POST /oauth/token"
        >
          Get an access token
        </h2>
        <p class="address POST"><b>POST</b>/oauth/token</p>
        <p>
          ${prose(`Beside \`/v1\`, not below it. Send your client's id and secret as a form or JSON, in the body or as Basic. The token is valid for ${inWords(tokenTtlSeconds)} on this server; \`expires_in\` says how long in seconds. Send it as \`Authorization: Bearer …\` until then, and on a 401 get a new one and try once more. ${tokenLimits}`)}
        </p>
        <h3>Body</h3>
        ${fieldList(schemaFields(TokenRequest, { anchor: 'issueToken', says: 'required' }))}
        <h3>Answer 200</h3>
        ${fieldList(schemaFields(TokenResponse, { anchor: 'issueToken.200', says: 'optional' }))}
        <h3>Errors</h3>
        ${errorLinks(codes)}
      </div>
      <div class="code">
        ${languageBlocks(html`<h3>Request</h3>`, samples)}
        <h3>Answer 200</h3>
        ${codeBlock(jsonText({ ...tokenResponse, expires_in: tokenTtlSeconds }))}
      </div>
    </section>
    <h2 id="scopes" data-kind="section" data-about="403 permission">Scopes</h2>
    <p>
      ${prose('A token has the scopes that its client had when it was issued, and immediately loses what is taken from the client. A scope that was granted later comes with the next token.')}
    </p>
    ${htmlTable(['Scope', 'Grants'], scopeRows)}
    <h2 id="scopes-by-task" data-kind="section">Scopes by task</h2>
    <p>
      ${prose('Ask for what the task needs and no more. A webhook tells what changed; to read the rest of it, the client needs the scope of that list too.')}
    </p>
    ${htmlTable(
      ['Task', 'Scopes'],
      tasks.map(([task, scopes]) =>
        tableRow(html`${task}`, prose(scopes.map((scope) => `\`${scope}\``).join(' '))),
      ),
    )}`;
}

const scopeRows = Object.entries({ ...scopeMeanings, [ENROLMENT_SCOPE]: enrolmentMeaning }).map(
  ([scope, meaning]) => codeRow(scope, html`${meaning}`),
);
