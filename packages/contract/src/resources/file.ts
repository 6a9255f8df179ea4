import Type from 'typebox'
import { productionRights } from '../access.ts'
import type { FileBody } from '../endpoint.ts'
import { Flag, FreeForm, Id, Instant, Name, oneOf, optionalMembers, resource, setOf, shape } from '../shapes.ts'

/** Bytes of the largest file; what is larger is a clip. */
export const largestFileBytes = 16 * 1024 * 1024

const FileName = Type.String({ minLength: 1, maxLength: 1000, description: 'its folders are left out' })
const Md5 = Type.String({ pattern: '^[0-9a-fA-F]{32}$', description: 'in hexadecimal' })

/** What of a file the service only keeps. */
const detailFields = {
  funnel: Name,
  businessKey: Name,
  customFields: FreeForm,
  pattern: Name,
} as const
export const FileResourceDetails = shape('FileResourceDetails', optionalMembers(detailFields))
export type FileResourceDetails = Type.Static<typeof FileResourceDetails>

const ruleFields = {
  adminOnly: Type.Boolean({ description: 'seen with PRODUCTION_MANAGE, or ACCOUNT_MANAGE, alone' }),
  removeFromQuota: Type.Boolean({ description: 'its bytes do not count; needs PRODUCTION_MANAGE to set' }),
  requiredRights: setOf(Type.Enum([...productionRights], { description: 'needed besides, to read its bytes' })),
  editorialObjectId: Id,
} as const

/** A small file beside the clips of a production, or of an account: a watermark, subtitles to import. */
export const FileResource = resource('FileResource', {
  filename: Name,
  mimeType: Type.String({ description: 'by its bytes; by its name where these say only that it is text' }),
  size: Type.Integer({ minimum: 0 }),
  md5: Md5,
  md5Partials: Type.Array(Type.String()),
  md5VerificationStatus: oneOf('NOT_VERIFIED', 'VERIFIED', 'REJECTED'),
  md5VerificationCompleted: Type.Optional(Instant),
  fingerprints: Type.Array(Type.String()),
  location: Type.String({ description: 'address of its bytes' }),
  onFlow: Type.Boolean({ description: 'whether the service has its bytes' }),
  onFlowTimestamp: Type.Optional(Instant),
  onBackup: Flag,
  deleted: Flag,
  deletedTimestamp: Type.Optional(Instant),
  accountId: Id,
  productionId: Type.Optional(Id),
  ...optionalMembers(ruleFields),
  ...optionalMembers(detailFields),
})
export type FileResource = Type.Static<typeof FileResource>

/** A file within JSON, with what else is said of it. */
export const FileResourceCreation = shape('FileResourceCreation', {
  filename: FileName,
  content: Type.String({ maxLength: Math.ceil(largestFileBytes / 3) * 4, description: 'base64' }),
  md5: Type.Optional(Md5),
  ...optionalMembers(ruleFields),
  ...optionalMembers(detailFields),
})
export type FileResourceCreation = Type.Static<typeof FileResourceCreation>

/** A small file as the whole of the body, or within JSON. */
export const FileResourceUpload = Type.Unsafe<FileResourceCreation | FileBody>(FileResourceCreation)

/** Of a file that is the whole of the body: its name is needed. */
export const fileUploadParameters = { filename: FileName, md5: Md5, funnel: Name, editorialObjectId: Id } as const

/** Media types that a file as the whole of a body may be sent as; what it is is read from its bytes. */
export const uploadedFileTypes = [
  'application/octet-stream',
  'application/pdf',
  'application/ttml+xml',
  'application/x-ebu-stl',
  'application/x-subrip',
  'application/xml',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'text/csv',
  'text/vtt',
  'text/xml',
] as const
