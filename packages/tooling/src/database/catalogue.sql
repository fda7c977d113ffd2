-- What makes a database of the schemas `public` and `private`, an object a row. `definition` is the statement that makes the object
-- where `npm run migration` writes it by itself (trigger, policy, comment, rights), else a description to compare.
with path as materialized (
  -- PostgreSQL prints the schemas of names that this path does not have, so the statements hold whatever the path is then.
  select set_config('search_path', 'pg_catalog', true)
), spaces as (
  select oid, nspname from pg_namespace cross join path where nspname in ('public', 'private')
), relations as (
  select pg_class.*, format('%I.%I', nspname, relname) as name, nspname in ('public', 'private') as is_own
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace cross join path
  where nspname in ('public', 'private', 'auth', 'storage') and relkind in ('r', 'v', 'S')
), functions as (
  select pg_proc.*, format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(pg_proc.oid)) as name
  from pg_proc join spaces on spaces.oid = pronamespace
  where not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
), owned as (
  select 'function' as type, name, proowner as owner, coalesce(proacl, acldefault('f', proowner)) as acl from functions
  union all
  select
    case relkind when 'S' then 'sequence' else 'table' end, name, relowner,
    coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
  from relations where is_own
), granted as (
  select type, name, string_agg(format(E'\ngrant %s on %s %s to %s;', privileges, type, name, roles), '' order by roles) as grants
  from (
    select type, name, privileges, string_agg(role, ', ' order by role) as roles
    from (
      select
        type, name, case grantee when 0 then 'public' else grantee::regrole::text end as role,
        -- MAINTAIN is of PostgreSQL 17 alone, and part of `all` there.
        replace(
          lower(string_agg(privilege_type, ', ' order by privilege_type)),
          'delete, insert, references, select, trigger, truncate, update', 'all'
        ) as privileges
      from owned cross join lateral aclexplode(acl)
      where grantee <> owner and privilege_type <> 'MAINTAIN' group by type, name, grantee
    ) as by_role
    group by type, name, privileges
  ) as by_privileges
  group by type, name
)
select 'extension' as kind, extname::text as name, extnamespace::regnamespace::text as definition from pg_extension
union all
select 'table', name, concat_ws(' ', relkind, case when relrowsecurity then 'row security' end, relpersistence, reloptions::text)
from relations where is_own and relkind = 'r'
union all
select 'column', format('%s.%I', name, attname), concat_ws(
  ' ', row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
  nullif(attcollation, 100)::regcollation, case when attnotnull then 'not null' end,
  nullif(attidentity, ''), nullif(attgenerated, ''), pg_get_expr(adbin, adrelid), attacl::text
)
from relations join pg_attribute on attrelid = relations.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
where is_own and relkind = 'r' and attnum > 0 and not attisdropped
union all
select 'constraint', format('%I on %s', conname, name), concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), case when not convalidated then 'not valid' end)
from relations join pg_constraint on conrelid = relations.oid where is_own
union all
select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
from relations join pg_index on indrelid = relations.oid
where is_own and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
union all
select 'view', name, concat_ws(' ', reloptions::text, pg_get_viewdef(oid)) from relations where is_own and relkind = 'v'
union all
select 'function', name, pg_get_functiondef(oid) from functions
union all
select 'trigger', format('%I on %s', tgname, name), concat(
  regexp_replace(pg_get_triggerdef(pg_trigger.oid), '^CREATE', 'CREATE OR REPLACE'), ';', nullif(format(' -- %s', tgenabled), ' -- O')
)
from relations join pg_trigger on tgrelid = relations.oid where not tgisinternal
union all
select 'policy', format('%I on %s', polname, name), concat(
  format('create policy %I on %s', polname, name), case when not polpermissive then ' as restrictive' end,
  ' for ', case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
  ' to ', (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text) from unnest(polroles) as role),
  ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', ';'
)
from relations join pg_policy on polrelid = relations.oid
union all
select 'comment', name, format('comment on %s is %L;', name, description)
from pg_description cross join lateral (
  select concat(replace(type, 'table column', 'column'), ' ', identity) as name, schema
  from pg_identify_object(classoid, objoid, objsubid)
) as described
where classoid in ('pg_class'::regclass, 'pg_proc'::regclass) and schema in ('public', 'private')
union all
select 'rights', format('%s %s', type, name), concat(
  format('revoke all on %s %s from public, anon, authenticated, service_role;', type, name), grants
)
from owned left join granted using (type, name)
union all
select 'schema', nspname, (select string_agg(acl::text, ' ' order by acl::text) from unnest(nspacl) as acl)
from spaces join pg_namespace using (oid, nspname);
