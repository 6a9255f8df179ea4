import Type from 'typebox'
import { productionRights } from '../access.ts'
import type { FileBody } from '../endpoint.ts'
import { subtitleAnswerTypes } from '../files/subtitle-formats.ts'
import {
  about,
  alwaysWith,
  Flag,
  FreeForm,
  Id,
  Instant,
  Name,
  oneOf,
  optionalMembers,
  setOf,
  shape,
  storedResource,
} from '../shapes.ts'

/** Bytes of the largest file; what is larger is a clip. */
export const largestFileBytes = 16 * 1024 * 1024

const FileName = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'name of the file; folders in it are dropped',
})
const Md5 = Type.String({
  pattern: '^[0-9a-fA-F]{32}$',
  description: 'MD5 digest of the bytes in hexadecimal; checked when sent',
})

/** What of a file the service only keeps. */
const detailFields = {
  funnel: about(Name, 'subtype of the file, chosen by clients'),
  businessKey: about(Name, 'key of the file in another system, stored unchanged'),
  customFields: about(FreeForm, 'free-form values, stored unchanged and not validated'),
  pattern: about(Name, 'naming pattern of clients, stored unchanged'),
} as const
export const FileResourceDetails = shape('FileResourceDetails', optionalMembers(detailFields))
export type FileResourceDetails = Type.Static<typeof FileResourceDetails>

const ruleFields = {
  adminOnly: Type.Boolean({ description: 'seen with PRODUCTION_MANAGE, or ACCOUNT_MANAGE, alone' }),
  removeFromQuota: Type.Boolean({ description: 'its bytes do not count; needs PRODUCTION_MANAGE to set' }),
  requiredRights: about(
    setOf(Type.Enum([...productionRights])),
    'rights that are needed in addition to read its bytes',
  ),
  editorialObjectId: about(Id, 'id of the collection to which the file belongs'),
} as const

/** A small file beside the clips of a production, or of an account: a watermark, subtitles to import. */
export const FileResource = storedResource('FileResource', {
  filename: about(Name, 'name of the file, without folders'),
  mimeType: Type.String({ description: 'media type, detected from the bytes, and for text from the name' }),
  size: about(Type.Integer({ minimum: 0 }), 'size of the file in bytes'),
  md5: Md5,
  md5Partials: about(Type.Array(Type.String()), 'digests of parts of the file; always empty for small files'),
  md5VerificationStatus: about(
    oneOf('NOT_VERIFIED', 'VERIFIED', 'REJECTED'),
    'whether the bytes were compared with the `md5` that was sent',
  ),
  md5VerificationCompleted: Type.Optional(about(Instant, 'when the bytes were compared, in epoch milliseconds')),
  fingerprints: about(Type.Array(Type.String()), 'fingerprints of the content; always empty for small files'),
  location: Type.String({ description: 'address from which its bytes are read' }),
  onFlow: Type.Boolean({ description: 'whether the service has its bytes' }),
  onFlowTimestamp: Type.Optional(about(Instant, 'when the service got the bytes, in epoch milliseconds')),
  onBackup: about(Flag, 'whether a backup of the file is recorded; always false here'),
  deleted: about(Flag, 'whether the file was deleted'),
  deletedTimestamp: Type.Optional(about(Instant, 'when the file was deleted, in epoch milliseconds')),
  accountId: about(Id, 'id of the account that owns the file'),
  productionId: Type.Optional(about(Id, 'id of the production that owns the file; absent for files of an account')),
  ...alwaysWith(optionalMembers(ruleFields), 'adminOnly', 'removeFromQuota', 'requiredRights'),
  ...optionalMembers(detailFields),
})
export type FileResource = Type.Static<typeof FileResource>

/** A file within JSON, with what else is said of it. */
export const FileResourceCreation = shape('FileResourceCreation', {
  filename: about(FileName, 'name of the file; folders in it are dropped'),
  content: Type.String({
    maxLength: Math.ceil(largestFileBytes / 3) * 4,
    description: 'the bytes of the file in base64',
  }),
  md5: Type.Optional(Md5),
  ...optionalMembers(ruleFields),
  ...optionalMembers(detailFields),
})
export type FileResourceCreation = Type.Static<typeof FileResourceCreation>

/** A small file as the whole of the body, or within JSON. */
export const FileResourceUpload = Type.Unsafe<FileResourceCreation | FileBody>(FileResourceCreation)

/** Of a file that is the whole of the body: its name is needed. */
export const fileUploadParameters = {
  filename: FileName,
  md5: Md5,
  funnel: about(Name, 'subtype of the file, chosen by clients'),
  editorialObjectId: about(Id, 'id of the collection to which the file belongs'),
} as const

/** Media types that a file as the whole of a body may be sent as; what it is is read from its bytes. */
export const uploadedFileTypes = [
  'application/octet-stream',
  'application/pdf',
  'application/xml',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'text/csv',
  'text/xml',
  ...subtitleAnswerTypes,
]
