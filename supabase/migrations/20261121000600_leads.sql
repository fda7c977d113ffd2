-- Leads arrive from anyone (specification, section 7), so the server decides what an incoming one is: its id and its
-- date, and one a call. Roles that row level security does not bind (a restored backup, the owner) are trusted.

create function private.tidy_lead() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.leads') then
    new.id := gen_random_uuid();
    new.created_at := now();
  end if;
  new.name := private.trimmed(new.name);
  new.company := private.trimmed(new.company);
  new.email := private.trimmed(new.email);
  new.phone := private.trimmed(new.phone);
  new.message := nullif(private.trimmed(new.message), '');
  return new;
end
$$;
revoke execute on function private.tidy_lead() from public;

create trigger tidy before insert or update on public.leads
for each row execute function private.tidy_lead();

create function private.allow_one_lead() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.leads') and exists (select from incoming offset 1) then
    raise exception 'Send one inquiry at a time' using errcode = '22023';
  end if;
  return null;
end
$$;
revoke execute on function private.allow_one_lead() from public;

create trigger allow_one_lead after insert on public.leads
referencing new table as incoming
for each statement execute function private.allow_one_lead();
