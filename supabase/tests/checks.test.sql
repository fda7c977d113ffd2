-- Every rule on a value (product.md, section 5) stops what it must and lets pass what it must.
begin;
select no_plan();
select tests.set_up();

-- Names and other required texts: each of these is stopped in each of these columns.
create temporary table required_texts (entity, attribute, longest, statement) as values
  ('products', 'name', 200, 'insert into public.products (name) values (%L)'),
  ('categories', 'name', 200, 'insert into public.categories (name) values (%L)'),
  ('subcategories', 'name', 200, 'insert into public.subcategories (name) values (%L)'),
  ('industry_tags', 'name', 200, 'insert into public.industry_tags (name) values (%L)'),
  ('doctor_type_tags', 'name', 200, 'insert into public.doctor_type_tags (name) values (%L)'),
  ('themes', 'name', 200, 'insert into public.themes (name) values (%L)'),
  ('stats_blocks', 'title', 200, 'insert into public.stats_blocks (title, value) values (%L, ''95%%'')'),
  ('stats_blocks', 'value', 100, 'insert into public.stats_blocks (title, value) values (''Happy'', %L)'),
  ('client_logos', 'name', 200, 'insert into public.client_logos (name, logo_url) values (%L, ''https://example.com/a.png'')'),
  ('reply_templates', 'name', 200, 'insert into public.reply_templates (name, body) values (%L, ''Hello'')'),
  ('reply_templates', 'body', 1500, 'insert into public.reply_templates (name, body) values (''X'', %L)'),
  ('leads', 'name', 200, 'insert into public.leads (name, company, email, phone) values (%L, ''B'', ''a@b.example'', ''1'')'),
  ('leads', 'company', 200, 'insert into public.leads (name, company, email, phone) values (''A'', %L, ''a@b.example'', ''1'')'),
  ('leads', 'phone', 50, 'insert into public.leads (name, company, email, phone) values (''A'', ''B'', ''a@b.example'', %L)');

select is(
  tests.stopped_by(format(statement, bad.value)), format('%s_%s_given', entity, attribute),
  format('%s.%s may not be %s', entity, attribute, bad.what)
)
from required_texts
cross join (values ('', 'empty'), ('   ', 'spaces'), (E'\t\n', 'a tab and a line feed'), (U&'\00A0\2003\FEFF', 'Unicode spaces')) as bad (value, what);

select is(tests.stopped_by(format(statement, null::text)), '23502', format('%s.%s may not be missing', entity, attribute))
from required_texts;

select is(
  tests.stopped_by(format(statement, repeat('ä', longest + 1))), format('%s_%s_length', entity, attribute),
  format('%s.%s may not be longer than %s characters', entity, attribute, longest)
)
from required_texts;

select is(
  tests.stopped_by(format(statement, good)), null, format('%s.%s may be %s', entity, attribute, left(good, 20))
)
from required_texts
cross join lateral unnest(array['x', 'राजस्थान क्राफ्ट', '10,000+', '95%', repeat('ä', longest)]) as good;

-- Optional texts
create temporary table optional_texts (entity, statement) as values
  ('categories', 'insert into public.categories (name, description) values (''X'', %L)'),
  ('subcategories', 'insert into public.subcategories (name, description) values (''X'', %L)'),
  ('themes', 'insert into public.themes (name, description) values (''X'', %L)'),
  ('stats_blocks', 'insert into public.stats_blocks (title, value, description) values (''X'', ''1'', %L)');
select is(tests.stopped_by(format(statement, good)), null, format('%s.description may be %s', entity, coalesce(left(good, 10), 'missing')))
from optional_texts cross join unnest(array[null, '', 'Words', repeat('ä', 5000)]) as good;
select is(tests.stopped_by(format(statement, repeat('ä', 5001))), entity || '_description_length', entity || '.description has an end')
from optional_texts;

-- Names that differ in case only are the same name where filters go by it.
select is(tests.stopped_by(statement), stopping, statement) from (values
  ('insert into public.categories (name) values (''DRINKWARE'')', 'categories_name_unique'),
  ('insert into public.categories (name) values ('' drinkware '')', 'categories_name_unique'),
  ('insert into public.industry_tags (name) values (''pharmaceutical'')', 'industry_tags_name_unique'),
  ('insert into public.doctor_type_tags (name) values (''cardiologist'')', 'doctor_type_tags_name_unique'),
  ('insert into public.themes (name) values (''FESTIVE'')', 'themes_name_unique'),
  ('insert into public.reply_templates (name, body) values (''SAMPLES'', ''Hello'')', 'reply_templates_name_unique'),
  ('insert into public.search_words (words) values (''KAJU, cashew, cashew nut, काजू'')', 'search_words_words_unique'),
  ('insert into public.search_words (words) values (''kaju,'')', 'search_words_words_two'),
  ('insert into public.search_words (words) values ('', -'')', 'search_words_words_two'),
  ('insert into public.search_words (words) values (''Lota, sipper'')', null),
  ('insert into public.subcategories (name) values (''mugs'')', null),
  ('insert into public.products (name) values (''Copper bottle'')', null)
) as cases (statement, stopping);

-- Short links lead to pages of the site itself, with texts as leads store them.
select is(
  tests.stopped_by(format('insert into public.campaign_links (name, word, path, source) values (%L, %L, %L, %L)', name, word, path, source)), stopping,
  format('the link %s of %s to %s', word, name, path)
) from (values
  ('Diwali', 'diwali-26', '/catalogue?theme=Diwali&budget=Rs.500-1000', 'card', null),
  ('Diwali', 'home', '/', 'card', null),
  ('Diwali', 'gift', '/product/mug-0123456789ab?share=abc', 'card', null),
  ('Diwali', 'fair', '/', 'card', 'campaign_links_word_unique'),
  ('Diwali', 'a', '/', 'card', 'campaign_links_word_form'),
  ('Diwali', 'Fair', '/', 'card', 'campaign_links_word_form'),
  ('Diwali', 'a/b', '/', 'card', 'campaign_links_word_form'),
  ('Diwali', 'b1', '//evil.example', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b10', '/.//evil.example', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b11', '/%2E//evil.example', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b12', '/x/..//evil.example', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b2', '/\evil.example', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b3', 'https://evil.example', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b4', E'/\t/evil.example', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b5', '/admin/leads', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b6', '/go/fair', 'card', 'campaign_links_path_own'),
  ('Diwali', 'b7', '/catalogue#a', 'card', 'campaign_links_path_own'),
  ('asha@nova.example', 'c1', '/', 'card', 'campaign_links_name_kept'),
  ('Diwali', 'c2', '/', 'Card', 'campaign_links_source_kept'),
  ('', 'c3', '/', 'card', 'campaign_links_name_given')
) as cases (name, word, path, source, stopping);

-- Placeholders of replies
select is(
  tests.stopped_by(format('insert into public.reply_templates (name, body) values (''X'', %L)', body)), stopping, format('the reply %L', body)
) from (values
  ('Hello {name} of {company}: {reference}{products} {quotation} {site} {signature}', null),
  ('Hello {price}', 'reply_templates_body_placeholders'),
  ('Hello {Name}', 'reply_templates_body_placeholders'),
  ('Hello { name }', 'reply_templates_body_placeholders'),
  ('Hello {name', 'reply_templates_body_placeholders'),
  ('Hello name}', 'reply_templates_body_placeholders')
) as cases (body, stopping);

-- Budget bands
select is(tests.stopped_by(format('insert into public.products (name, budget) values (''X'', %L)', band)), null, 'a product may cost ' || coalesce(band, 'nothing known'))
from unnest(array['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+', null]) as band;
select is(
  tests.stopped_by(format('insert into public.products (name, budget) values (''X'', %L)', band)), 'products_budget_band',
  format('a product may not cost %L', band)
)
from unnest(array['', 'None', 'rs.10-100', 'Rs.10-100 ', 'Rs.1-2', 'Rs.2000']) as band;

-- Addresses
create temporary table addresses (address, is_web) as values
  ('https://example.com', true),
  ('http://example.com/watch?v=1#t=2', true),
  ('HTTPS://EXAMPLE.COM/A', true),
  ('https://example.com:8443/a%20b', true),
  ('http://192.0.2.1/x.png', true),
  ('https://बाज़ार.example/चित्र.png', true),
  ('https://example.com/' || repeat('a', 2028), true),
  ('https://example.com/' || repeat('a', 2029), false),
  ('javascript:alert(1)', false),
  (' javascript:alert(1)', false),
  ('data:image/png;base64,AAAA', false),
  ('ftp://example.com/x', false),
  ('file:///etc/passwd', false),
  ('//example.com/x.png', false),
  ('example.com/x.png', false),
  ('/x.png', false),
  ('https://', false),
  ('https:///x.png', false),
  ('http://exa mple.com', false),
  (E'https://example.com/\njavascript:alert(1)', false),
  ('x https://example.com', false);
select is(
  tests.stopped_by(format(statement, address)),
  case when not is_web then stopping end,
  format('%s %s be %s', split_part(stopping, '_form', 1), case when is_web then 'may' else 'may not' end, left(address, 40))
)
from addresses
cross join (values
  ('products_video_url_form', 'insert into public.products (name, video_url) values (''X'', %L)'),
  ('products_image_url_form', 'insert into public.products (name, image_url) values (''X'', %L)'),
  ('client_logos_logo_url_form', 'insert into public.client_logos (name, logo_url) values (''X'', %L)')
) as columns (stopping, statement);

-- Paths of our own bucket: for pictures, and only by the names that uploads have.
select is(
  tests.stopped_by(format('insert into public.products (name, image_url) values (''X'', %L)', path)),
  case when not is_ours then 'products_image_url_form' end,
  format('a product''s image %s be %s', case when is_ours then 'may' else 'may not' end, path)
)
from (values
  ('/storage/v1/object/public/product-images/12.png', true),
  ('/storage/v1/object/public/product-images/0.8437263.WebP', true),
  ('/storage/v1/object/public/product-images/12.svg', false),
  ('/storage/v1/object/public/product-images/../x.png', false),
  ('/storage/v1/object/public/product-images/', false),
  ('/storage/v1/object/public/other/12.png', false)
) as paths (path, is_ours);
select is(
  tests.stopped_by(format('insert into public.products (name, video_url) values (''X'', %L)', path)),
  case when not is_ours then 'products_video_url_form' end,
  format('a product''s video %s be %s', case when is_ours then 'may' else 'may not' end, path)
)
from (values
  ('/videos/wicker-hamper.mp4', true),
  ('/videos/wicker-hamper.html', false),
  ('/videos/../wicker-hamper.mp4', false),
  ('//videos/wicker-hamper.mp4', false),
  ('/storage/v1/object/public/product-images/12.png', false)
) as paths (path, is_ours);
select is(
  tests.stopped_by('insert into public.client_logos (name, logo_url) values (''X'', ''/storage/v1/object/public/product-images/12.png'')'),
  null, 'a logo may be a picture of ours'
);
select is(tests.stopped_by('insert into public.client_logos (name, logo_url) values (''X'', null)'), '23502', 'a logo has an address');
select is(tests.stopped_by('insert into public.client_logos (name, logo_url) values (''X'', '''')'), 'client_logos_logo_url_form', 'a logo''s address is not empty');

-- Order and time
select is(tests.stopped_by(format('insert into public.stats_blocks (title, value, order_index) values (''X'', ''1'', %L)', position)), null, 'order_index may be ' || coalesce(position::text, 'missing'))
from unnest(array[null, 1, 0, -1, 2147483647]) as position;
select is(tests.stopped_by(format('insert into public.products (name, created_at) values (''X'', %L)', moment)), 'products_created_at_range', 'a product is not of ' || moment)
from unnest(array['infinity', '-infinity', '0001-12-31 BC', '10000-01-01Z']) as moment;

-- Leads
create temporary table emails (email, stopping) as values
  ('asha@meridian.example', null),
  ('a@b.c', null),
  ('first.last+tag@sub.example.co.in', null),
  ('आशा@उदाहरण.example', null),
  (repeat('a', 64) || '@' || repeat('b', 185) || '.in', null),
  ('', 'leads_email_form'),
  ('asha', 'leads_email_form'),
  ('asha@', 'leads_email_form'),
  ('@meridian.example', 'leads_email_form'),
  ('asha@meridian', 'leads_email_form'),
  ('asha@meri dian.example', 'leads_email_form'),
  ('a@b@c.example', 'leads_email_form'),
  (E'a@b.example\nBcc: x@y.example', 'leads_email_form'),
  (repeat('a', 64) || '@' || repeat('b', 190) || '.in', 'leads_email_length'),
  (null, '23502');
select is(
  tests.stopped_by(format('insert into public.leads (name, company, email, phone) values (''A'', ''B'', %L, ''1'')', email)),
  stopping,
  format('a lead''s e-mail %s be %s', case when stopping is null then 'may' else 'may not' end, coalesce(left(email, 30), 'missing'))
)
from emails;

select is(
  tests.stopped_by(format('insert into public.leads (name, company, email, phone, message) values (''A'', ''B'', ''a@b.example'', ''1'', %L)', message)),
  stopping, what
)
from (values
  (null, null, 'a lead needs no message'),
  ('', null, 'a lead''s message may be empty'),
  (repeat('ä', 5000), null, 'a lead''s message may have 5000 characters'),
  (repeat('ä', 5001), 'leads_message_length', 'a lead''s message may not have 5001')
) as messages (message, stopping, what);

select is(
  tests.stopped_by(format('insert into public.leads (name, company, email, phone, selected_products) values (''A'', ''B'', ''a@b.example'', ''1'', %L)', chosen)),
  stopping, what
)
from (values
  (null::text[], null, 'a lead needs no products'),
  ('{}', null, 'a lead''s list of products may be empty'),
  (array['Copper bottle', 'Desk lamp'], null, 'a lead may name products'),
  (array_fill('Copper bottle'::text, array[1000]), null, 'a lead may name 1000 products'),
  (array_fill('Copper bottle'::text, array[1001]), 'leads_selected_products_size', 'a lead may not name 1001'),
  (array['Copper bottle', repeat('x', 201)], 'leads_selected_products_size', 'a lead may not name a product in more than 200 characters'),
  (array['Copper bottle', null], 'leads_selected_products_form', 'a lead may not name nothing'),
  (array[array['a', 'b'], array['c', 'd']], 'leads_selected_products_form', 'a lead''s products are a plain list')
) as lists (chosen, stopping, what);

-- The same rules hold when a row is changed.
select is(tests.stopped_by(statement), stopping, statement) from (values
  ('update public.products set name = '' '' where id = tests.id(15)', 'products_name_given'),
  ('update public.products set budget = ''x'' where id = tests.id(15)', 'products_budget_band'),
  ('update public.products set video_url = ''javascript:x'' where id = tests.id(15)', 'products_video_url_form'),
  ('update public.categories set name = '''' where id = tests.id(10)', 'categories_name_given'),
  ('update public.client_logos set logo_url = ''x'' where id = tests.id(20)', 'client_logos_logo_url_form')
) as changes (statement, stopping);

select * from finish();
rollback;
