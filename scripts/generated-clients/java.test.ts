/** A Java client that others generate from the OpenAPI document compiles and signs in; in the long form of the tests only. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { adminPassword, startTestService, type TestService } from '../../apps/server/test/service.ts'
import { root, run } from '../peers/run.ts'

const generator = 'org.openapitools:openapi-generator-cli:7.17.0'
const copier = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0'
const invoker = 'org.example.rushes'
const program = `package ${invoker};

import ${invoker}.api.AuthenticationApi;
import ${invoker}.api.ProductionsApi;
import ${invoker}.model.LoginRequest;
import ${invoker}.model.Production;
import ${invoker}.model.ProductionCreation;
import java.util.List;

public class Program {
  public static void main(String[] args) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    AuthenticationApi authentication = new AuthenticationApi(client);
    LoginRequest login = new LoginRequest().username("admin");
    try {
      authentication.login(login.password("wrong"));
      throw new IllegalStateException("signed in with a wrong password");
    } catch (ApiException error) {
      if (error.getCode() != 401) throw error;
    }
    String token = authentication.login(login.password(args[1])).getToken();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    ProductionsApi api = new ProductionsApi(client);
    List<Production> before = api.listProductions(10, null, null, null, null, null, null);
    ProductionCreation body = new ProductionCreation()
        .accountId(before.get(0).getAccountId())
        .name("Southern lights");
    Production created = api.createProduction(body);
    List<Production> after = api.listProductions(10, null, null, null, null, null, null);
    System.out.println(before.get(0).getName() + ", " + created.getName() + ", " + after.size());
  }
}
`

const isPresent = ['javac', 'mvn'].every(command => spawnSync(command, ['-version']).status === 0)
const unmet = isPresent ? false : 'a JDK with Maven was not found'
const skip = process.env.RUSHES_LONG ? unmet : 'takes minutes: npm run test:long'

let kit: TestService
let folder: string
before(async () => {
  if (skip) return
  folder = mkdtempSync(join(tmpdir(), 'rushes-java-client-'))
  kit = await startTestService()
  await kit.createProduction('Northern lights')
})
after(async () => {
  await kit?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('a client made by openapi-generator for Java compiles, signs in, lists and creates', { skip }, async () => {
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${kit.url}/openapi.json`)).text())
  const jar = await fetchGenerator()
  const names = `invokerPackage=${invoker},apiPackage=${invoker}.api,modelPackage=${invoker}.model`
  const spared = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
  const options = ['-i', 'openapi.json', '-o', 'client', '--additional-properties', names, '--global-property', spared]
  await run('java', ['-jar', jar, 'generate', '-g', 'java', '--library', 'native', ...options], folder)
  const client = join(folder, 'client')
  writeFileSync(join(client, 'src/main/java', ...invoker.split('.'), 'Program.java'), program)
  const listing = '-Dmdep.outputFile=classpath.txt'
  await run('mvn', ['-q', '-B', 'compile', `${copier}:build-classpath`, listing], client)
  const classpath = ['target/classes', readFileSync(join(client, 'classpath.txt'), 'utf8').trim()].join(delimiter)
  const { stdout } = await run('java', ['-cp', classpath, `${invoker}.Program`, kit.url, adminPassword], client)
  assert.equal(stdout.trim(), 'Northern lights, Southern lights, 2')
})

/** Has Maven fetch the generator into the cache, where it looks first the next time. */
async function fetchGenerator(): Promise<string> {
  const home = join(root, '.cache/openapi-generator')
  await run('mvn', ['-q', '-B', `${copier}:copy`, `-Dartifact=${generator}`, `-DoutputDirectory=${home}`], root)
  const [, name, version] = generator.split(':')
  return join(home, `${name}-${version}.jar`)
}
