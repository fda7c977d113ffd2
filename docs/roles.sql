-- What the user of DATABASE_URL cannot do without the right to create roles. The administrator of the PostgreSQL server
-- runs it once, in the database that DATABASE_URL names:
--   createuser --pwprompt giftwell
--   createdb --owner=giftwell giftwell
--   psql --dbname=giftwell --file=docs/roles.sql
-- The owner of the database then needs no other right. Running it again changes nothing.
do $$
declare
  owner constant text := (select pg_get_userbyid(datdba) from pg_database where datname = current_database());
  role text;
begin
  -- The roles of the API: visitors, signed-in users, the secret key. The owner acts as each of them.
  foreach role in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I nologin noinherit', role);
    end if;
    execute format('grant %I to %I', role, owner);
  end loop;

  -- The secret key reads and writes every row. Where the administrator may not grant that, as on some managed servers,
  -- the migrations create policies to the same effect.
  begin
    alter role service_role bypassrls;
  exception
    when insufficient_privilege then
      raise notice 'service_role gets policies in place of BYPASSRLS: %', sqlerrm;
  end;

  -- Databases from before PostgreSQL 15 have a schema `public` that their owner does not own.
  execute format('grant usage, create on schema public to %I with grant option', owner);
  execute format('create schema if not exists extensions authorization %I', owner);
end
$$;

-- Searches use it. Most servers let the owner of a database create it, too.
create extension if not exists pg_trgm with schema extensions;
