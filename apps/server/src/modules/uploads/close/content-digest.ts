import { malformed } from '@rushes/contract'

/** The sha-256 that a `Content-Digest` header (RFC 9530) names; undefined without the header. Others are left alone. */
export function readContentDigest(header: string | string[] | undefined): Buffer | undefined {
  if (header === undefined) return undefined
  const members = [header].flat().join(',').split(',')
  const value = members.map(member => /^\s*sha-256=:([A-Za-z0-9+/]*={0,2}):/.exec(member)?.[1]).find(Boolean)
  if (value === undefined) {
    if (members.some(member => /^\s*sha-256\b/i.test(member))) {
      throw malformed('Content-Digest', 'must look like sha-256=:<base64>:')
    }
    return undefined
  }
  const digest = Buffer.from(value, 'base64')
  if (digest.length !== 32) throw malformed('Content-Digest', 'a sha-256 has 32 bytes')
  return digest
}
