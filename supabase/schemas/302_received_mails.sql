-- E-mails that answer a lead, as the server receives them from a mail service or reads them from a mailbox (product.md, section 2, Leads).

create table public.received_mails (
  event_number bigint primary key references public.lead_events (number) on delete cascade,
  id uuid not null default gen_random_uuid() constraint received_mails_id_once unique,
  -- A mail service sends one again after a lost answer.
  message_id text not null constraint received_mails_once unique
    constraint received_mails_id_length check (char_length(message_id) between 1 and 500),
  subject text not null constraint received_mails_subject_length check (char_length(subject) <= 200),
  is_automatic boolean not null,
  attachments jsonb not null,
  files bytea[] not null
);
comment on table public.received_mails is 'What is known of an e-mail beside its event "received", which has its sender and its text.';
comment on column public.received_mails.is_automatic is 'Whether a program has sent it, such as an absence note.';
comment on column public.received_mails.attachments is 'Their names and sizes in bytes, and whether they are stored: [{"name", "size", "stored"}].';
comment on column public.received_mails.files is 'Their contents, in the same order; null for one that is not stored.';

select private.enable_row_security('public.received_mails', 'staff');

-- Stores an e-mail {"lead", or "quotation" in its place, "sender", "message_id", "subject", "text", "is_automatic", "files": [{"name", "size", "content": base64}]} and
-- notifies the seller unless a program has sent it: "stored", also of one that was stored before; "unknown" where the lead is gone or
-- erased; "full" when it has 50 of the last 24 hours. Files of other kinds than those of replies are not stored.
create function private.receive_mail(mail jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  answered constant uuid := (mail ->> 'quotation')::uuid;
  lead constant uuid := coalesce((mail ->> 'lead')::uuid, (select lead_id from public.quotations where id = answered));
  contents bytea[];
  listed jsonb;
  stored bigint;
begin
  -- E-mails to one lead wait for each other, and for its erasure.
  perform from public.lead_handling as handling where handling.lead_id = lead for update;
  perform from public.leads where id = lead and erased_at is null;
  if not found then
    return 'unknown';
  end if;
  perform from public.received_mails where message_id = mail ->> 'message_id';
  if found then
    return 'stored';
  end if;
  perform from public.lead_events as event
  where event.lead_id = lead and event.kind = 'received' and event.created_at > now() - interval '1 day' offset 49;
  if found then
    return 'full';
  end if;
  select
    array_agg(case when is_stored then content end order by position),
    jsonb_agg(jsonb_build_object('name', file ->> 'name', 'size', file -> 'size', 'stored', is_stored) order by position)
  into contents, listed
  from jsonb_array_elements(mail -> 'files') with ordinality as attached (file, position)
  cross join lateral (select decode(file ->> 'content', 'base64') as content) as decoded
  cross join lateral (select coalesce(private.is_attachment(file ->> 'name', content), false) as is_stored) as checked;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  values (lead, mail ->> 'sender', 'received', mail ->> 'text') returning number into stored;
  insert into public.received_mails (event_number, message_id, subject, is_automatic, attachments, files)
  values (
    stored, mail ->> 'message_id', mail ->> 'subject', (mail ->> 'is_automatic')::boolean, coalesce(listed, '[]'), coalesce(contents, '{}')
  );
  if not (mail ->> 'is_automatic')::boolean then
    perform private.queue_notices(lead, stored, answered);
  end if;
  return 'stored';
end
$$;

-- An attachment of an e-mail, by its place from 1.
create function private.received_file(mail uuid, place integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stored public.received_mails;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read the e-mails of a lead');
  select * into stored from public.received_mails where id = mail;
  perform private.require(stored.files[place] is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(stored.attachments -> (place - 1) ->> 'name', stored.files[place]);
end
$$;
select private.expose('received_file',
  'An attachment of an e-mail that a lead''s buyer has sent, by its id and the place from 1: {"name", "type", "content": base64}. For administrators and sales.');
