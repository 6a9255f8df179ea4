/** Bytes as a string of as many characters, which is the fastest form to cut and to compare. */
export function toBinary(bytes: Uint8Array): string {
  let binary = ''
  // An engine takes some ten thousand arguments at most.
  for (let from = 0; from < bytes.length; from += 8192) {
    binary += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(from, from + 8192))
  }
  return binary
}

/** Blocks as their bytes and as the string of these, made once for all of them. */
export interface BlockBytes {
  readonly bytes: Uint8Array
  readonly binary: string
}

export function toBlockBytes(bytes: Uint8Array): BlockBytes {
  return { bytes, binary: toBinary(bytes) }
}

/** The bytes of such a string. */
export function fromBinary(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/** Decodes the base64 bytes of an extension; undefined for anything else. */
export function decodeBase64(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return fromBinary(atob(value))
  } catch {
    return undefined
  }
}
