-- demand whole choices
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function public.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb);

drop function private.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb);

-- A colleague may change their mind while the quotation is open; the last word counts. What is decided is the choice that was asked
-- about, which is that of the page, with its total. The note is the asker's alone unless the colleague shows it to the seller, too.
create or replace function private.decide_approval(
  token text, is_approved boolean, name text, note text default null, shows_note boolean default false, total_paise bigint default null, choice jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{approval}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  asked constant jsonb := private.asked_choice(link);
  written constant text := private.cleaned_text('The note', note, 1000, false);
  decision constant text := case when is_approved then 'approved' else 'rejected' end;
begin
  perform private.require(is_approved is not null, 'Approve or reject', '22023');
  perform private.require(
    total_paise = (asked ->> 'total_paise')::bigint and private.required_choice(version.content, choice) = asked -> 'choice',
    'Another choice was made meanwhile. Please load this page again.', 'PT409'
  );
  perform private.record_by_link(
    link, decision, asked || jsonb_build_object('email', link.email, 'note', case when shows_note then written end), private.cleaned_text('Your name', name, 200)
  );
  insert into private.approval_notes (event_number, note)
  select max(number), written from public.quotation_events
  where version_id = version.id and kind = decision and lower(value ->> 'email') = lower(link.email) and written is not null and shows_note is not true
  having max(number) is not null
  on conflict (event_number) do update set note = excluded.note;
end
$$;

-- What was given replaces what was given before, so all of it is given. It stays beside the quotation, whose sent versions never change.
create function private.save_buyer_details(
  token text, gstin text default null, billing_address text default null, delivery_places jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked}');
  number constant text := nullif(upper(regexp_replace(gstin, '\s', '', 'g')), '');
  address constant text := private.cleaned_text('Billing address', billing_address, 400, false);
  places constant jsonb := private.cleaned_places(delivery_places);
  most constant numeric := private.most_gifts(version.content);
begin
  perform private.require(num_nulls(gstin, billing_address) = 0, 'GSTIN, billing address and delivery places are saved together', '22023');
  perform private.require(number is null or private.gstin_kind(number) is not null, 'Check your GSTIN, like 27AAPFU0939F1ZV', '22023');
  perform private.require(
    private.gifts_in(places) <= coalesce(most, 1000000), format('The delivery places have %s gifts, and the quotation has at most %s', private.gifts_in(places), most), '22023'
  );
  insert into public.buyer_details as details (quotation_id, gstin, billing_address, delivery_places)
  values (version.quotation_id, number, address, places)
  on conflict (quotation_id) do update set
    gstin = excluded.gstin, billing_address = excluded.billing_address, delivery_places = excluded.delivery_places, given_at = now();
  perform private.record_by_link(link, 'details', jsonb_build_object('text', coalesce(nullif(concat_ws(
    E'\n', 'GSTIN ' || number, private.other_state(version, number), 'Billing address: ' || address,
    -- The places themselves may be homes, and go into no e-mail.
    case when places <> '[]' then format('Delivery: %s gifts to %s', private.gifts_in(places), case jsonb_array_length(places) when 1 then 'one place' else jsonb_array_length(places) || ' places' end) end
  ), ''), 'None')));
end
$$;

select private.expose('save_buyer_details',
  'Stores what the buyer of a link gives until the acceptance: a GSTIN or UIN, the billing address, and at most 20 places [{"address", "pin_code", "quantity"}] with no more gifts than the quotation. The seller is told.');

comment on function public.decide_approval(pg_catalog.text,boolean,pg_catalog.text,pg_catalog.text,boolean,bigint,pg_catalog.jsonb) is 'Approves or rejects the choice that the colleague of a link was asked about, and demands its whole choice and total. Both sides are told, and the seller reads the note only where it is shown.';

revoke all on function public.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) to anon, authenticated, service_role;

revoke all on function private.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) to anon, authenticated, service_role;
-- Written until here.
