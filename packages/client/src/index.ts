/** The typed client of the service, and the uploader that sends files with it. */
export { type CallInput, type CallResult, type Client, type ClientOptions, createClient } from './client.ts'
export { createClip, createClips, expectClip } from './clips.ts'
export { type UploadOptions, type UploadSource, uploadFile } from './upload.ts'
