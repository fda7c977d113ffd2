import postgres from 'postgres'
import { startBenchPostgres } from './bench-site.ts'
import { createFilled } from './database.ts'
await using server = await startBenchPostgres(() => {})
const sql = postgres(await createFilled(server.url, 10, 0), { max: 1, onnotice: () => {} })
for (const { f, a } of await sql.unsafe(
  `select oid::regprocedure::text as f, (select string_agg(distinct grantee::regrole::text, ',' order by grantee::regrole::text) from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> 0 and grantee <> proowner) || case when exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) then ' PUBLIC' else '' end as a from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
))
  console.log(f, a)
for (const { f, a } of await sql.unsafe(
  `select relname as f, relacl::text || relrowsecurity as a from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r','v') union all select tablename || ' ' || policyname, concat_ws(' ', permissive, roles::text, cmd, qual, with_check) from pg_policies order by 1`,
))
  console.log(f, a)
await sql.end()
