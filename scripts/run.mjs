// Runs an entry of this project:  node scripts/run.mjs <entry.ts> [arguments]
//
// A fresh clone needs npm and nothing else. This file installs what package-lock.json lists when that is missing, then
// runs the entry on the Node release that came with it. It is the one file that must run on old releases (14 and up).
//
//     which Node runs this?   the project's own ──► import the entry here
//                             another ────────────► start the project's own on this same file, and mirror its end

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import module from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const self = fileURLToPath(import.meta.url)
const root = dirname(dirname(self))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.rushes-installed')
const installLock = join(root, '.cache', 'install.lock')
const compileCache = join(modules, '.cache', 'node')
const oldestMajor = 24
const lockPatienceMs = 15 * 60 * 1000
/** Names the launcher to the process that it starts, which then never launches again. */
const launcher = 'RUSHES_LAUNCHER'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A failure that the person at the keyboard can put right; its message is one line. */
class RunError extends Error {}

/** Content hash of everything that decides what an installation holds. */
function readLockHash() {
  return createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(fs.readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function readText(path) {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isInstalled() {
  const hash = readLockHash()
  if (readText(stamp) === hash) return true
  if (!holdsLockedPackages()) return false
  // Installed by hand: remember it, where this user may write.
  try {
    fs.writeFileSync(stamp, hash)
  } catch {
    // The comparison is made again next time.
  }
  return true
}

/** Compares what npm noted at the end of an installation with package-lock.json. */
function holdsLockedPackages() {
  const noted = readText(join(modules, '.package-lock.json'))
  if (noted === '') return false
  const installed = JSON.parse(noted).packages
  const locked = JSON.parse(readText(join(root, 'package-lock.json'))).packages
  return Object.keys(locked).every(path => {
    const wanted = locked[path]
    const found = installed[path]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    return path === '' || wanted.optional === true || wanted.devOptional === true || wanted.peer === true
  })
}

/** The Node release of this project for this machine, or undefined where it has none. */
function findOwnNode() {
  const path = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')
  return fs.existsSync(path) ? fs.realpathSync(path) : undefined
}

/** Tells one life of a process id from another; empty where the system does not say, undefined for none. */
function findProcessMark(pid) {
  if (process.platform === 'linux') {
    const stat = readText(`/proc/${pid}/stat`)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return stat === '' || fields[0] === 'Z' ? undefined : fields[19]
  }
  try {
    process.kill(pid, 0)
    return ''
  } catch (error) {
    return error.code === 'EPERM' ? '' : undefined
  }
}

/** The living process that holds the install lock. The lock lists the launcher and npm, which may outlive it. */
function findInstaller() {
  for (const line of readText(installLock).split('\n')) {
    const [pid, mark] = line.split(' ')
    if (pid && findProcessMark(Number(pid)) === mark) return Number(pid)
  }
  return undefined
}

function noteInstaller(pid) {
  fs.appendFileSync(installLock, `${pid} ${findProcessMark(pid)}\n`)
}

/** Takes the install lock, or answers false when another start has it. */
function takeInstallLock() {
  fs.mkdirSync(dirname(installLock), { recursive: true })
  const draft = `${installLock}.${process.pid}`
  fs.writeFileSync(draft, `${process.pid} ${findProcessMark(process.pid)}\n`)
  try {
    // A link appears with its whole content or not at all.
    fs.linkSync(draft, installLock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (findInstaller() === undefined) removeDeadLock()
    return false
  } finally {
    fs.unlinkSync(draft)
  }
}

/** Moves the lock of dead processes away; if another start was faster, what was moved is its living one: put it back. */
function removeDeadLock() {
  const aside = `${installLock}.dead-${process.pid}`
  try {
    fs.renameSync(installLock, aside)
    if (readText(aside).split('\n').some(isLivingEntry)) fs.renameSync(aside, installLock)
    else fs.unlinkSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isLivingEntry(line) {
  const [pid, mark] = line.split(' ')
  return pid !== '' && findProcessMark(Number(pid)) === mark
}

/** Installs unless all is there; answers whether anything was installed. Of several starts one does it. */
async function installMissing() {
  const begun = Date.now()
  let isWaiting = false
  while (!isInstalled()) {
    if (takeInstallLock()) {
      try {
        if (!isInstalled()) await runNpm()
      } finally {
        fs.unlinkSync(installLock)
      }
      return true
    }
    const installer = findInstaller()
    if (installer !== undefined && !isWaiting) console.error(`Waiting for process ${installer}, which is installing …`)
    isWaiting = isWaiting || installer !== undefined
    if (Date.now() - begun > lockPatienceMs) {
      throw new RunError(
        `Process ${installer} has been installing for very long: stop it, remove ${installLock}, start again`,
      )
    }
    await new Promise(done => setTimeout(done, 200))
  }
  return isWaiting
}

/** Runs `npm ci` quietly; its output is shown only when it fails. */
function runNpm() {
  console.error('Installing the packages of package-lock.json …')
  // What an interrupted run of any npm leaves must not look like a whole installation.
  for (const note of [stamp, join(modules, '.package-lock.json')]) fs.rmSync(note, { force: true })
  const caller = process.env.npm_execpath
  const isNpm = caller?.endsWith('npm-cli.js')
  const [command, ...first] = isNpm ? [process.env.npm_node_execpath || process.execPath, caller] : ['npm']
  // Whatever NODE_ENV and the user's settings leave out: one installation serves starting and testing.
  const args = [...first, 'ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund']
  return new Promise((done, fail) => {
    const npm = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const stopForwarding = forwardSignals(npm)
    let output = ''
    if (npm.pid !== undefined) noteInstaller(npm.pid)
    npm.stdout.on('data', chunk => (output += chunk))
    npm.stderr.on('data', chunk => (output += chunk))
    npm.once('error', error => {
      stopForwarding()
      fail(new RunError(error.code === 'ENOENT' ? 'npm was not found: install Node.js with npm' : error.message))
    })
    npm.once('close', (code, signal) => {
      stopForwarding()
      if (code === 0) {
        fs.mkdirSync(modules, { recursive: true })
        fs.writeFileSync(stamp, readLockHash())
        return done()
      }
      if (signal === null && code !== null) process.stderr.write(output)
      fail(new RunError(`The installation failed (npm ci ended with ${signal || code}); the reason stands above`))
    })
  })
}

function forwardSignals(child) {
  const forward = signal => {
    // A terminal's Ctrl-C has reached the child too.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.removeListener(signal, forward)
  }
}

/** Runs the entry in this very process, as if it had been started directly. */
async function runHere(entry, args) {
  if (!process.env.NODE_COMPILE_CACHE) {
    if (module.enableCompileCache) module.enableCompileCache(compileCache)
    // For the processes that it starts: services, commands, groups of tests.
    process.env.NODE_COMPILE_CACHE = compileCache
  }
  process.argv = [process.execPath, entry, ...args]
  if (process.channel) {
    // The channel closes when the launcher dies, even by a kill -9: then this is the same as being asked to stop.
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    process.channel.unref()
  }
  await import(pathToFileURL(entry).href)
}

/** Runs the entry on another Node, in a process that shares this one's terminal, signals and end. */
function runOn(node, entry, args) {
  const child = spawn(node, [self, entry, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      [launcher]: `${process.pid}`,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || compileCache,
    },
  })
  const stopForwarding = forwardSignals(child)
  return new Promise((_done, fail) => {
    child.once('error', error => fail(new RunError(`${node} cannot run here: ${error.message}`)))
    child.once('exit', (code, signal) => {
      stopForwarding()
      if (signal !== null) process.kill(process.pid, signal)
      else process.exit(code === null ? 1 : code)
    })
  })
}

async function main() {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined) throw new RunError('Usage: node scripts/run.mjs <entry.ts> [arguments]')
  const entry = resolve(root, name)
  const hasInstalled = await installMissing().catch(error => {
    throw error.syscall ? new RunError(`The packages cannot be installed: ${error.message}`) : error
  })
  const own = findOwnNode()
  // A fresh installation may have replaced the very program that runs this.
  const isOwn = own !== undefined && !hasInstalled && own === fs.realpathSync(process.execPath)
  if (isOwn || process.env[launcher] === `${process.ppid}`) return runHere(entry, args)
  if (own !== undefined) return runOn(own, entry, args)
  if (Number.parseInt(process.versions.node, 10) >= oldestMajor) return runHere(entry, args)
  throw new RunError(
    `Node ${process.versions.node} is too old, and there is no package of Node for ${process.platform}-${process.arch}: ` +
      `install Node ${oldestMajor} or newer`,
  )
}

main().catch(error => {
  console.error(error instanceof RunError ? error.message : error)
  process.exit(1)
})
