#!/usr/bin/env node
// The command line, on the Node release that the project brings. Runs on old releases, as scripts/run.mjs does.

process.argv.splice(2, 0, 'apps/cli/src/main.ts')
import('../../../scripts/run.mjs')
