-- Servers keep what every customer is answered alike, and know by heart whose session lives (docs/decisions/35). What they
-- know is read from these columns; every statement that may change one of them says so on a channel, in the moment in
-- which it is committed. A new session and a new account change nothing of what is known.

create function private.tell_of_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('giftwell_accounts', '');
  return null;
end
$$;
revoke execute on function private.tell_of_account() from public;
comment on function private.tell_of_account is
  'Tells servers that a session may have ended, an account may have gone or been banned, or rights may have changed.';

create trigger tell_of_account after update of id, user_id, not_after or delete or truncate on auth.sessions
for each statement execute function private.tell_of_account();
create trigger tell_of_account after update of id, banned_until, deleted_at or delete or truncate on auth.users
for each statement execute function private.tell_of_account();
create trigger tell_of_account after insert or update or delete or truncate on public.profiles
for each statement execute function private.tell_of_account();

-- For the server alone, which says who is asking. What is asked is planned and run after that was set, so with the
-- rights of that role and no others; the settings end with the statement, which is a transaction of its own.
-- The page comes from the function that public.catalogue_page calls and nothing more, since a call through SQL would be
-- planned anew each time.
create function private.answer_to(account uuid, question text, arguments jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  role constant text := case when account is null then 'anon' else 'authenticated' end;
begin
  perform
    set_config('role', role, true),
    set_config('request.jwt.claim.sub', coalesce(account::text, ''), true),
    set_config('request.jwt.claim.role', role, true),
    set_config(
      'request.jwt.claims', jsonb_strip_nulls(jsonb_build_object('sub', account, 'role', role))::text, true
    ),
    set_config('transaction_read_only', 'on', true);
  return case question
    when 'catalogue_page' then private.catalogue_page(
      arguments ->> 'industry', arguments ->> 'category', arguments ->> 'subcategory', arguments ->> 'budget',
      arguments ->> 'theme', arguments ->> 'doctor_type', arguments ->> 'after',
      coalesce((arguments ->> 'page_size')::integer, 48)
    )
    when 'catalogue_filters' then public.catalogue_filters()
  end;
end
$$;
revoke execute on function private.answer_to(uuid, text, jsonb) from public;
comment on function private.answer_to is
  'What a function of the catalogue answers to an account, or to a visitor without one: who is asking and the question in one statement. Null for every other question.';
