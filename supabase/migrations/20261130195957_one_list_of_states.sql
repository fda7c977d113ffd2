-- one list of states
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function private.gst_states();

-- The states by the code that begins a GSTIN, and 96 for goods that leave India. Union territories without a legislature levy UTGST
-- in place of SGST. Places are the larger cities, and of 96 countries and cities abroad; a name that is also a person's, or a city's of
-- another state, is left out.
create function private.gst_states() returns table (code text, name text, levies_utgst boolean, places text)
language sql immutable set search_path = '' as $$
  values
    ('01', 'Jammu and Kashmir', false, 'Srinagar, Jammu'),
    ('02', 'Himachal Pradesh', false, 'Shimla, Baddi, Solan, Dharamshala'),
    ('03', 'Punjab', false, 'Ludhiana, Amritsar, Jalandhar, Patiala, Bathinda, Mohali'),
    ('04', 'Chandigarh', true, 'Chandigarh'),
    ('05', 'Uttarakhand', false, 'Dehradun, Haridwar, Roorkee, Haldwani, Rudrapur, Rishikesh, Pantnagar'),
    ('06', 'Haryana', false, 'Gurugram, Gurgaon, Faridabad, Panipat, Ambala, Karnal, Sonipat, Rohtak, Hisar, Panchkula, Manesar'),
    ('07', 'Delhi', false, 'Delhi, New Delhi'),
    ('08', 'Rajasthan', false, 'Jaipur, Jodhpur, Ajmer, Bikaner, Alwar, Bhiwadi, Bhilwara'),
    ('09', 'Uttar Pradesh', false, 'Lucknow, Kanpur, Noida, Greater Noida, Ghaziabad, Agra, Varanasi, Meerut, Prayagraj, Allahabad, Bareilly, Aligarh, Moradabad, Saharanpur, Gorakhpur, Jhansi'),
    ('10', 'Bihar', false, 'Patna, Gaya, Muzaffarpur, Bhagalpur'),
    ('11', 'Sikkim', false, 'Gangtok'),
    ('12', 'Arunachal Pradesh', false, 'Itanagar'),
    ('13', 'Nagaland', false, 'Kohima, Dimapur'),
    ('14', 'Manipur', false, 'Imphal'),
    ('15', 'Mizoram', false, 'Aizawl'),
    ('16', 'Tripura', false, 'Agartala'),
    ('17', 'Meghalaya', false, 'Shillong'),
    ('18', 'Assam', false, 'Guwahati, Dibrugarh, Silchar, Jorhat'),
    ('19', 'West Bengal', false, 'Kolkata, Calcutta, Howrah, Durgapur, Asansol, Siliguri, Kharagpur'),
    ('20', 'Jharkhand', false, 'Ranchi, Jamshedpur, Dhanbad, Bokaro'),
    ('21', 'Odisha', false, 'Bhubaneswar, Cuttack, Rourkela, Sambalpur'),
    ('22', 'Chhattisgarh', false, 'Raipur, Bhilai, Durg, Korba'),
    ('23', 'Madhya Pradesh', false, 'Indore, Bhopal, Jabalpur, Gwalior, Ujjain, Dewas'),
    ('24', 'Gujarat', false, 'Ahmedabad, Surat, Vadodara, Baroda, Rajkot, Gandhinagar, Bhavnagar, Jamnagar, Vapi, Ankleshwar, Bharuch'),
    ('26', 'Dadra and Nagar Haveli and Daman and Diu', true, 'Daman, Diu, Silvassa'),
    ('27', 'Maharashtra', false, 'Mumbai, Bombay, Pune, Poona, Nagpur, Thane, Navi Mumbai, Nashik, Nasik, Kolhapur, Solapur, Pimpri, Chinchwad, Vasai, Sangli, Amravati'),
    ('29', 'Karnataka', false, 'Bengaluru, Bangalore, Mysuru, Mysore, Mangaluru, Mangalore, Hubballi, Hubli, Belagavi, Belgaum, Dharwad, Tumakuru, Davanagere'),
    ('30', 'Goa', false, 'Goa, Panaji, Panjim, Margao, Vasco da Gama, Mapusa'),
    ('31', 'Lakshadweep', true, null),
    ('32', 'Kerala', false, 'Kochi, Cochin, Ernakulam, Thiruvananthapuram, Trivandrum, Kozhikode, Calicut, Thrissur, Kollam, Kannur, Palakkad, Kottayam'),
    ('33', 'Tamil Nadu', false, 'Chennai, Madras, Coimbatore, Madurai, Tiruchirappalli, Trichy, Salem, Tiruppur, Hosur, Erode, Vellore, Tirunelveli, Thoothukudi'),
    ('34', 'Puducherry', false, 'Puducherry, Pondicherry, Karaikal'),
    ('35', 'Andaman and Nicobar Islands', true, 'Port Blair'),
    ('36', 'Telangana', false, 'Hyderabad, Secunderabad, Warangal, Karimnagar, Nizamabad'),
    ('37', 'Andhra Pradesh', false, 'Visakhapatnam, Vizag, Vijayawada, Guntur, Tirupati, Nellore, Kakinada, Rajahmundry, Kurnool, Amaravati'),
    ('38', 'Ladakh', true, 'Leh, Kargil'),
    ('96', 'Other country', false, 'Singapore, China, Hong Kong, Shenzhen, Shanghai, Beijing, Guangzhou, Taiwan, Japan, Tokyo, South Korea, Vietnam, Thailand, Bangkok, Malaysia, Kuala Lumpur, Indonesia, Jakarta, Philippines, Nepal, Kathmandu, Bhutan, Bangladesh, Dhaka, Sri Lanka, Maldives, UAE, United Arab Emirates, Dubai, Abu Dhabi, Sharjah, Saudi Arabia, Riyadh, Qatar, Doha, Oman, Muscat, Kuwait, Bahrain, Israel, Russia, Moscow, Kazakhstan, Kyrgyzstan, Uzbekistan, Tajikistan, Turkmenistan, Belarus, Romania, United Kingdom, England, London, Ireland, Germany, Berlin, Frankfurt, Munich, France, Paris, Netherlands, Amsterdam, Belgium, Italy, Spain, Switzerland, Zurich, Sweden, USA, United States, New York, Canada, Toronto, Mexico, Brazil, Colombia, Ecuador, Australia, Sydney, Melbourne, New Zealand, South Africa, Kenya, Nairobi, Nigeria, Lagos, Egypt, Mauritius'),
    ('97', 'Other Territory', true, null)
$$;

-- The states whose places a text names. The name of a place elsewhere is borne by a street ("Hosur Road, Bengaluru"), a bank ("Punjab
-- National Bank", "Bank of Baroda"), and the region around the capital, which is of four states ("Delhi NCR").
create or replace function private.states_named(address text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct named.code
  from (select code, unnest(name || string_to_array(places, ', ')) as name from private.gst_states()) as named
  cross join lateral (select regexp_replace(regexp_replace(
    lower(address),
    '[a-z]+ +(?:(?:main +)?(?:road|rd|street|marg|nagar|colony|highway|bypass)|(?:(?:national|(?:&|and) +sind) +)?bank)(?![a-z])|bank +of +[a-z]+|delhi[^a-z0-9]*ncr(?![a-z])', '', 'g'
  ), '[^a-z]+', ' ', 'g') as words) as text
  where strpos(' ' || words || ' ', ' ' || lower(name) || ' ') > 0
$$;

-- Makes the order of a quotation that was accepted, in the transaction that accepts. One whose acceptance was undone is the same order
-- again, with the lines of the version that is accepted now; its places stay unless the buyer has given others since. Null where
-- nothing is to be made, as of charges alone.
create or replace function private.begin_order(quotation uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  version constant public.quotation_versions := private.sent_version(quotation);
  signer constant text := case when version.accepted ->> 'by' = 'buyer' and not private.is_staff() then version.accepted ->> 'name' end;
  lines constant jsonb := jsonb_path_query_array(
    private.chosen_lines(version.content, version.accepted -> 'choice'), '$[*] ? (!(@.is_charge == true))'
  );
  given constant public.buyer_details := (select details from public.buyer_details as details where details.quotation_id = quotation);
  given_now constant text := md5(coalesce(given.delivery_places, '[]')::text);
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if jsonb_array_length(lines) = 0 then
    return null;
  end if;
  if current.id is null then
    insert into public.orders (quotation_id, version_id, number, needed_by, given_places)
    values (quotation, version.id, private.next_number('private.order_numbers', '-O', clock_timestamp()), (version.content #>> '{buyer,needed_by}')::date, given_now)
    returning * into current;
  else
    update public.orders set
      version_id = version.id, needed_by = (version.content #>> '{buyer,needed_by}')::date, cancelled_at = null, cancel_reason = null, saves = saves + 1,
      given_places = given_now
    where id = current.id;
    delete from public.order_lines as line where line.order_id = current.id and not lines @> jsonb_build_array(jsonb_build_object('id', line.line_id));
    delete from public.order_places as place where place.order_id = current.id
      and (current.given_places <> given_now or place.line_id is not null and not lines @> jsonb_build_array(jsonb_build_object('id', place.line_id)));
  end if;
  insert into public.order_lines as stored (order_id, line_id, position, quantity, needs_proof)
  select current.id, (line ->> 'id')::uuid, position, (line ->> 'quantity')::integer, exists (
    select from public.quotations join lateral private.inquiries_of_lead(quotations.lead_id) as inquiry on true
    join public.leads on leads.id = inquiry.id where quotations.id = quotation and leads.wants_branding
  ) or (select private.artworks_with(lead_id, id) <> '[]' from public.quotations where quotations.id = quotation)
  from jsonb_array_elements(lines) with ordinality as listed (line, position)
  on conflict (order_id, line_id) do update set position = excluded.position, quantity = excluded.quantity;
  insert into public.order_places (order_id, position, address, pin_code, quantity)
  select current.id, position, place ->> 'address', place ->> 'pin_code', (place ->> 'quantity')::integer
  from jsonb_array_elements(given.delivery_places) with ordinality as listed (place, position)
  where not exists (select from public.order_places as stored where stored.order_id = current.id);
  perform private.record_order_event(current.id, null, 'made', '{}', signer);
  return current.id;
end
$$;

-- The columns that a step changes, from what staff have entered.
create or replace function private.change_of_sample_step(step text, value jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  today constant date := private.day_in_india(now());
  input constant jsonb := private.cleaned_record(value, '{
    "reason": ["The reason", "text", 500], "courier": ["The courier", "text", 60], "tracking_number": ["The tracking number", "text", 60],
    "tracking_url": ["The tracking link", "text", 2000], "day": ["The day", "day"]
  }');
  change constant jsonb := jsonb_build_object('state', step) || case
    when step in ('agreed', 'kept', 'returned') then '{}'
    when step = 'refused' then jsonb_build_object('reason', input -> 'reason')
    when step = 'sent' then input - array['day', 'reason']
      || jsonb_build_object('tracking_url', coalesce(input ->> 'tracking_url', private.tracking_link(input ->> 'courier', input ->> 'tracking_number')))
      || jsonb_build_object('sent_on', coalesce(input ->> 'day', today::text))
    when step = 'delivered' then jsonb_build_object('delivered_on', coalesce(input ->> 'day', today::text))
  end;
begin
  perform private.require(change is not null, 'A sample has no such step', '22023');
  perform private.require(step <> 'refused' or input ->> 'reason' is not null, 'The reason is missing', '22023');
  perform private.require(private.is_web_address(input ->> 'tracking_url') is not false, 'The tracking link must begin with https://', '22023');
  return change;
end
$$;

-- At most 60 an hour for each person: what a stolen session could send. The e-mail is rendered from the reply when it is sent.
-- Attachments are [{"name", "content": base64}], at most three PDF, PNG, JPEG, XLSX or DOCX files of 5 MB together.
create or replace function private.reply_to_lead(lead uuid, reply uuid, subject text, "text" text, attachments jsonb default '[]') returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  heading constant text := private.cleaned_text('The subject', subject, 200);
  body constant text := private.cleaned_text('The text', "text", 10000);
  contents bytea[];
  names jsonb;
  are_known boolean;
  size bigint;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(heading !~ '[[:cntrl:]]', 'The subject must be one line', '22023');
  perform private.require(reply is not null, 'A reply needs an id', '22023');
  -- Replies of one person wait for each other, and so does a reply that is sent again.
  perform pg_advisory_xact_lock(hashtextextended('replies of ' || auth.uid(), 0));
  select event_number into stored from public.lead_replies as sent where sent.reply = reply_to_lead.reply;
  if found then
    return stored;
  end if;
  perform private.require(private.delivers_mail(), 'This site sends no e-mails: answer in your mail program', 'PT409');
  perform private.require(60 > (
    select count(*) from public.lead_replies as sent join public.lead_events on number = event_number
    where actor_id = auth.uid() and sent.created_at > now() - interval '1 hour'
  ), 'You have sent 60 replies within an hour: wait a little, or use your mail program', 'PT429');
  perform private.require(
    jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3, 'A reply may have at most three attachments', '22023'
  );
  select
    array_agg(content order by position), jsonb_agg(jsonb_build_object('name', name, 'size', length(content)) order by position),
    bool_and(coalesce(private.is_attachment(name, content), false)), sum(length(content))
  into contents, names, are_known, size
  from jsonb_array_elements(attachments) with ordinality as listed (file, position)
  cross join lateral (select private.trimmed(file ->> 'name') as name, decode(file ->> 'content', 'base64') as content) as attached;
  perform private.require(are_known is not false, 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files', '22023');
  perform private.require(coalesce(size, 0) <= 5 * 1024 * 1024, 'Attachments may have at most 5 MB together', '22023');
  stored := private.handle_lead(lead, 'answered', 'email');
  insert into public.lead_replies (event_number, reply, subject, text, attachments, files)
  values (stored, reply, heading, body, coalesce(names, '[]'), contents);
  insert into public.outbox (lead_id, kind, recipient, event_number) select id, 'reply', email, stored from public.leads where id = lead;
  return stored;
end
$$;

revoke all on function private.gst_states() from public, anon, authenticated, service_role;
grant execute on function private.gst_states() to authenticated, service_role;

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.places_of_states();
-- Written until here.
