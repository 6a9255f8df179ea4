/**
 * The typed client of the service: every endpoint of the contract as a function, ways to sign in and to visit a share,
 * listings read to their end, events and workflows followed, and the uploader. For Node and browsers. The resources, as
 * types, and the errors of the contract come with it.
 */
export type * from '@rushes/contract'
export {
  type ErrorName,
  errorTable,
  FileBody,
  type RefusedCall,
  readStaleVersion,
  ServiceError,
} from '@rushes/contract'
export { type CallInput, type CallResult, type Client, createClient } from './client.ts'
export { type FollowOptions, type FollowShareOptions, followEvents, followShareEvents } from './events/events.ts'
export { listAll, searchAll, toArray } from './pages.ts'
export { type SignInOptions, signIn, type VisitOptions, visitShare } from './sessions.ts'
export { createTokenSource, type TokenSource } from './tokens.ts'
export type { ClientOptions } from './transport/options.ts'
export { InputError } from './transport/retry.ts'
export { createClip, createClips, expectClip } from './uploads/clips.ts'
export { type UploadOptions, type UploadSource, uploadFile } from './uploads/upload.ts'
export { readWebhook, WebhookError, type WebhookRequest } from './webhooks.ts'
export { type WaitOptions, WorkflowError, waitForWorkflow } from './workflows.ts'
