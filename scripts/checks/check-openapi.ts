/** Checks the OpenAPI document: valid by redocly, with no other warnings than those named here, and described. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenApi } from '../../apps/server/src/modules/system/open-api.ts'
import { contract } from '../../packages/contract/src/index.ts'
import { findUndescribed } from './openapi-descriptions.ts'

/** Paths of the interface that a literal part tells apart, which every router prefers to a parameter. */
const acceptedWarnings = [
  'no-ambiguous-paths /production/{prId}/eo/cfd/{property}',
  'no-ambiguous-paths /production/{prId}/eo/{id}/share',
  'no-ambiguous-paths /production/{prId}/{alias}/{id}/progress',
]

interface Problem {
  ruleId: string
  severity: string
  message: string
  location: { pointer?: string }[]
}

const folder = mkdtempSync(join(tmpdir(), 'rushes-openapi-'))
try {
  const file = join(folder, 'openapi.json')
  const document = createOpenApi(contract, 'https://media.rushes.test')
  writeFileSync(file, JSON.stringify(document))
  const problems = lint(file).filter(problem => !acceptedWarnings.includes(toName(problem)))
  for (const problem of problems) console.error(`${problem.severity} ${toName(problem)}: ${problem.message}`)
  const undescribed = findUndescribed(document)
  for (const place of undescribed) console.error(place)
  const isRight = problems.length + undescribed.length === 0
  if (isRight) console.log(`valid and described, with ${acceptedWarnings.length} accepted warnings`)
  process.exitCode = isRight ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function lint(file: string): Problem[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--format=json', '--max-problems=1000'],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (!stdout.startsWith('{')) throw new Error(`redocly failed: ${stderr}`)
  return (JSON.parse(stdout) as { problems: Problem[] }).problems
}

/** The rule, and the path or the place in the document. */
function toName({ ruleId, location }: Problem): string {
  const pointer = location[0]?.pointer ?? ''
  const path = /^#\/paths\/([^/]+)$/.exec(pointer)?.[1]
  return `${ruleId} ${path?.replaceAll('~1', '/').replaceAll('~0', '~') ?? pointer}`
}
