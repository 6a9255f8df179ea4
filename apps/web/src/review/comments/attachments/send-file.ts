/** What sends a file is loaded with the first one. */

export { createClip, uploadFile } from '@rushes/client'
