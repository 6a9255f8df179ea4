import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findMockups } from '../../pictures/mockup-folder.ts'

test('the mockups are found beside the repository; where they are absent, it is said where they are looked for', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'rushes-mockups-'))
  try {
    const repository = join(parent, 'repository')
    const folder = join(parent, 'shared', 'design', 'mockups')
    assert.throws(
      () => findMockups(repository),
      ({ message }: Error) => message.includes(`beside it, in ${folder}.`) && message.includes('--mockups'),
    )
    await mkdir(folder, { recursive: true })
    assert.equal(findMockups(repository), folder)
  } finally {
    await rm(parent, { recursive: true })
  }
})
