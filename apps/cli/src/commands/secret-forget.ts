import { resolve } from 'node:path'
import { forgetKey } from '@rushes/server/src/platform/security/secrets/rotate-key.ts'
import type { Call } from '../command.ts'
import { withStartErrors } from '../errors/start-errors.ts'

/** Ends what was signed with the key before the last rotation. */
export async function run({ options, env, terminal }: Call<{ data?: string }>): Promise<void> {
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const wasThere = await withStartErrors(() => forgetKey(settings))
  terminal.show({ wasThere }, () => [
    wasThere ? 'Links and locations of uploads from before the rotation are ended' : 'There is no previous key',
  ])
}
