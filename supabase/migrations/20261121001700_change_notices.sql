-- Servers keep what they answer to visitors until something of it changes (docs/decisions/30): every statement that
-- writes to a table which visitors may see something of says so on a channel, in the moment in which it is committed.
-- Nobody needs to listen. Leads and profiles are nothing that visitors see.

create function private.tell_of_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('giftwell_changes', '');
  return null;
end
$$;
revoke execute on function private.tell_of_change() from public;

do $$
declare
  shown regclass;
begin
  for shown in
    select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('leads', 'profiles')
  loop
    execute format(
      'create trigger tell_of_change after insert or update or delete or truncate on %s
       for each statement execute function private.tell_of_change()',
      shown
    );
  end loop;
end
$$;
