import type { TSchema } from 'typebox'
import { listNames, subtitleListForms } from './files/subtitle-formats.ts'
import { about } from './shapes.ts'

/** What `{id}` is the id of, by the part of the path before it. */
const resources: Readonly<Record<string, string>> = {
  account: 'the account',
  category: 'the category',
  delivery_request: 'the delivery request',
  delivery_request_submission: 'the submission of a delivery request',
  eo: 'the collection (editorial object)',
  file: 'the file resource',
  mo: 'the clip (media object)',
  role: 'the role in the production',
  savedSearch: 'the saved search',
  share: 'the share (not its token)',
  thesaurus: 'the thesaurus, as a number',
  user: 'the user in the service',
  workflow: 'the workflow, a UUID',
  '{alias}': 'the workflow, a UUID',
}

const meanings: Readonly<Record<string, string>> = {
  aId: 'id of the account whose productions are searched',
  accountId: 'id of the account that owns the resource',
  alias: '`workflow` or `workflowReport`; both mean the same',
  anId: 'id of the annotation to address',
  annotationId: 'id of the annotation that is attached to the collection',
  deliveryId: 'id of one delivery in the log of the webhook',
  entryId: 'id of the entry in the thesaurus',
  fileId: 'id of the file resource of the account',
  fileName: 'name of the downloaded file; it does not select what is downloaded',
  format: `file format of the answer, instead of \`Accept\`: ${listNames([...subtitleListForms, 'json'])}`,
  instanceId: 'id of the instance whose bytes are downloaded',
  key: 'name of the setting; names are case-sensitive',
  kind: 'what the user is notified about',
  language: 'language of the content as a BCP 47 tag, for example `en` or `nl-NL`',
  moId: 'id of the clip (media object)',
  moiId: 'id of the instance (one file of the clip)',
  n: 'number of the frame; the first frame of the clip is 0',
  name: 'name of the secret within the account',
  otherLanguage: 'language of the subtitles to compare with, as a BCP 47 tag',
  prId: 'id of the production that contains the resource',
  presetId: 'id of the subtitle preset in the settings of the production',
  property: 'name of the custom field; `<name>.<part>` addresses a part of a COMPOUND field',
  recipientId: 'id of the recipient, from the list of recipients',
  sessionId: 'id of the session, from the list of sessions',
  task: 'name of the task that waits for the callback',
  tokenId: 'id of the API token (not the token itself)',
  type: '`clip` for a subclip, `comment` for a review comment',
  uploadId: 'id of the upload, part of the `location` of the created clip',
  userId: 'id of the user; for a pending invitation, the id of the invitation',
  webhookId: 'id of the webhook within the account',
  workflowId: 'id of the workflow, a UUID',
}

/** A path parameter with what it means; `before` is the part of the path before it. */
export function describePathParameter(name: string, before: string, schema: TSchema): TSchema {
  if ('description' in schema) return schema
  const resource = name === 'id' ? resources[before] : undefined
  const meaning = resource ? `id of ${resource}` : meanings[name]
  return meaning === undefined ? schema : about(schema, meaning)
}
