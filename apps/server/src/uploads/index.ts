/**
 * How the bytes of clips are received: creation with its quota, chunks in any order, close, cancel.
 * Promises: an acknowledged chunk survives a crash; what is recorded as received is on the disk; the token of an
 * upload opens that upload alone.
 * Also the changes and the end of a clip, which reach its annotations too.
 * Leaves to others: what happens to a complete file (`StartIngest`, given where the service is wired).
 */
export { startUploadCare } from './expire.ts'
export { addUploadRoutes } from './routes.ts'
export { createTransfers } from './transfers.ts'
